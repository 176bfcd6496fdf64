import { type Logger, pino } from "pino";
import pretty from "pino-pretty";

/** Logs on standard error: for people in lines that can be read, for programs in lines of JSON. */
export function createLog(forPeople: boolean): Logger {
  const level = process.env.SCINOL_LOG ?? "info";
  if (!forPeople)
    return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  const stream = pretty({ destination: 2, ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss" });
  return pino({ level, base: null }, stream);
}
