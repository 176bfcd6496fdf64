import { expect, test } from "vitest";
import { type Acknowledged, appendAndKill, faultsOf } from "./appender.ts";
import { temporaryDirectory } from "./directory.ts";

test("what was acknowledged survives SIGKILL at any moment, once and in its place", {
  timeout: 60_000,
}, async () => {
  const directory = temporaryDirectory();
  const acknowledged: Acknowledged = new Map();
  for (let round = 0; round < 8; round++) {
    await appendAndKill(directory, acknowledged, {
      first: 10_000 * round,
      told: round === 0 ? 100 : 1,
      milliseconds: 100 * Math.random(),
    });
    expect(await faultsOf(directory, acknowledged)).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(100);
});
