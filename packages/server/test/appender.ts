import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const [APPENDER, INSPECTOR] = ["appender", "inspector"].map((name) =>
  fileURLToPath(new URL(`processes/${name}.mjs`, import.meta.url)),
);

/** What was acknowledged: number → position. */
export type Acknowledged = Map<number, number>;

interface Run {
  /** The numbers that it writes begin here. */
  readonly first: number;
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** When it has been told so many times that something is durable (1), */
  readonly told?: number;
  /** it lives on for so long. */
  readonly milliseconds: number;
}

/** Writes into a store from another process, kills it with SIGKILL, and adds what it was told is durable to `acknowledged`. */
export async function appendAndKill(directory: string, acknowledged: Acknowledged, run: Run): Promise<void> {
  const { first, flags = [], env, told: enough = 1, milliseconds } = run;
  const child = spawn(process.execPath, [APPENDER, directory, String(first), ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const closed = once(child, "close");
  const lines = createInterface({ input: child.stdout });
  let times = 0;
  const started = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      if (line === "open") return;
      // The pipe may end in the middle of a line: then it was not told.
      const told = /^(\d+) (\d+) \d+$/.exec(line);
      if (told) acknowledged.set(Number(told[1]), Number(told[2]));
      if (++times === enough) resolve();
    });
    child.once("exit", () => reject(new Error("the appender ended by itself")));
  });
  await started;
  await sleep(milliseconds);
  child.kill("SIGKILL");
  await closed;
}

/**
 * What is wrong with a store that was killed: every acknowledged entry must be there, once, at its position, with its key. Looked at by
 * another process, for LMDB ends the one that opens a file whose pages contradict each other.
 */
export async function faultsOf(directory: string, acknowledged: Acknowledged): Promise<string[]> {
  const child = spawn(process.execPath, [INSPECTOR, directory], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(JSON.stringify([...acknowledged]));
  const [answer, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return answer === "" ? [`the store cannot be read: ${complaint.trim()}`] : JSON.parse(answer);
}
