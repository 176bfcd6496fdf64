import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import { type Logger, pino } from "pino";
import pretty from "pino-pretty";

/** Logs on standard error: for people in lines that can be read, for programs in lines of JSON. */
export function createLog(forPeople: boolean): Logger {
  const level = process.env.SCINOL_LOG ?? "info";
  if (!forPeople)
    return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, standardError());
  const stream = pretty({
    destination: standardError(),
    ignore: "pid,hostname",
    translateTime: "SYS:HH:MM:ss",
  });
  return pino({ level, base: null }, stream);
}

/** A log that nobody reads any more is no reason to stop. Pino's own destination would try again for ever, and never end. */
function standardError(): Writable {
  return new Writable({
    decodeStrings: false,
    write(line, _encoding, done) {
      try {
        writeSync(2, line);
      } catch {}
      done();
    },
  });
}
