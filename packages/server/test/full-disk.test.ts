import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type Acknowledged, faultsOf } from "./appender.ts";
import { temporaryDirectory } from "./directory.ts";
import { eventsOf } from "./processes/appended.mjs";

const PROGRAM = fileURLToPath(new URL("processes/filler.mjs", import.meta.url));

/** Runs the filler behind `prefix`, makes space when it says that there is none, and looks at what it has written. */
async function fill(directory: string, prefix: string[], makeSpace: (pid: number) => void): Promise<void> {
  const [program, ...rest] = [...prefix, process.execPath, PROGRAM, directory];
  const child = spawn(program, rest, { stdio: ["pipe", "pipe", "pipe"] });
  const complaints = text(child.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const full = await lines.next();
  if (full.done) throw new Error(await complaints);
  const before = Number(/^full after (\d+)$/.exec(full.value)?.[1]);
  makeSpace(child.pid!);
  child.stdin.write("there is space\n");
  const last = (await lines.next()).value;
  await once(child, "close");
  expect(last, await complaints).toBe(`closed after ${before + 10}`);
  expect(child.exitCode).toBe(0);
  expect(await complaints).toBe("");
  expect(before).toBeGreaterThan(100);
  const acknowledged: Acknowledged = new Map();
  let position = 0;
  for (let number = 0; number < before + 10; position += eventsOf(number++))
    acknowledged.set(number, position);
  expect(await faultsOf(directory, acknowledged)).toEqual([]);
}

const TITLE =
  "a full disk refuses what cannot be kept, loses nothing, and is written to when there is space again";

const limits = spawnSync("prlimit", ["--version"]).status === 0;
if (!limits) console.warn("a limit on the size of files is not tested: there is no prlimit");

test.skipIf(!limits)(`${TITLE}: a limit on the size of files`, { timeout: 60_000 }, async () => {
  await fill(temporaryDirectory(), ["prlimit", "--fsize=2000000:unlimited"], (pid) => {
    execFileSync("prlimit", ["--pid", String(pid), "--fsize=unlimited"]);
  });
});

const mounts = process.platform === "linux" && process.getuid?.() === 0;
if (!mounts) console.warn("a small file system is not tested: only root may mount one");

test.skipIf(!mounts)(`${TITLE}: a small file system`, { timeout: 60_000 }, async () => {
  const directory = temporaryDirectory();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", directory]);
  onTestFinished(() => void execFileSync("umount", [directory]));
  await fill(directory, [], () => execFileSync("mount", ["-o", "remount,size=16m", directory]));
});
