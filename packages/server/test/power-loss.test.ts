import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { killUnderLoad } from "../soak/kills.mjs";
import { type Acknowledged, appendAndKill, faultsOf } from "./appender.ts";
import { temporaryDirectory } from "./directory.ts";
import { loseUnsynced } from "./lose-unsynced.ts";

/*
 * A killed process leaves its writes to the kernel, which keeps them whether they were synced or not. A power cut does not. So a
 * library between the process and the kernel writes down what has not been synced, and after the kill the test takes it away.
 */

const SOURCE = fileURLToPath(new URL("processes/unsynced.c", import.meta.url));

const reason =
  process.platform !== "linux"
    ? "the library that sees unsynced writes is for Linux"
    : spawnSync("cc", ["--version"]).status !== 0
      ? "there is no C compiler (cc)"
      : undefined;
if (reason) console.warn(`power cuts are not tested: ${reason}`);

/** A directory for data, the environment for a process whose unsynced writes are to be known, and how they are lost. */
function unsynced(survives: () => boolean) {
  const directory = temporaryDirectory();
  const library = join(directory, "unsynced.so");
  execFileSync("cc", ["-O1", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl", "-lpthread"]);
  const data = join(directory, "data");
  const log = join(directory, "log");
  const env = { LD_PRELOAD: library, UNSYNCED_LOG: log };
  return { data, env, lose: () => loseUnsynced(join(data, "data.mdb"), log, survives) };
}

/** Rounds of writing, killing and losing; answers the faults after the first round that has any, and what was lost. */
async function cutPower(rounds: number, flags: string[], survives: () => boolean) {
  const { data, env, lose } = unsynced(survives);
  const acknowledged: Acknowledged = new Map();
  let lost = 0;
  let faults: string[] = [];
  for (let round = 0; round < rounds && faults.length === 0; round++) {
    const told = round === 0 ? 20 : 1;
    const run = { first: 10_000 * round, told, milliseconds: 100 * Math.random(), flags, env };
    await appendAndKill(data, acknowledged, run);
    lost += lose();
    faults = await faultsOf(data, acknowledged);
  }
  return { faults, lost, acknowledged: acknowledged.size };
}

const coin = () => Math.random() < 0.5;

test.skipIf(reason).each([
  ["all", () => false],
  ["any", coin],
] as const)(
  "what was acknowledged survives a power cut that takes %s of the writes not synced",
  { timeout: 60_000 },
  async (_, survives) => {
    const { faults, lost, acknowledged } = await cutPower(8, [], survives);
    expect(faults).toEqual([]);
    expect(lost).toBeGreaterThan(0);
    expect(acknowledged).toBeGreaterThanOrEqual(20);
  },
);

test.skipIf(reason).each([
  ["all", () => false],
  ["any", coin],
] as const)(
  "a store that does not sync fails that test when %s of it is lost",
  { timeout: 60_000 },
  async (_, survives) => {
    const { faults, acknowledged } = await cutPower(8, ["--no-sync"], survives);
    expect(acknowledged).toBeGreaterThan(0);
    expect(faults).not.toEqual([]);
  },
);

test.skipIf(reason)(
  "the service as a whole survives power cuts under load",
  { timeout: 120_000 },
  async () => {
    const { data, env, lose } = unsynced(coin);
    const { acknowledged } = await killUnderLoad(data, 4, { least: 20, env, lose });
    expect(acknowledged).toBeGreaterThanOrEqual(20);
  },
);
