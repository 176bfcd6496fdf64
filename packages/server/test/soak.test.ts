import { join } from "node:path";
import { expect, test } from "vitest";
import { flipBits } from "../soak/flips.mjs";
import { killUnderLoad } from "../soak/kills.mjs";
import { memoryUnderLoad } from "../soak/memory.mjs";
import { ServiceProcess } from "../soak/service-process.mjs";
import { temporaryDirectory } from "./directory.ts";

test("a service that is killed while everything is done at once comes back with all it acknowledged, and nothing it erased", {
  timeout: 180_000,
}, async () => {
  const counts = await killUnderLoad(join(temporaryDirectory(), "data"), 10, { least: 50 });
  expect(counts.acknowledged).toBeGreaterThanOrEqual(50);
});

test("a bit that is flipped in the store is never served silently, and ends no process without a message", {
  timeout: 180_000,
}, async () => {
  const { flips, refused, unavailable, same } = await flipBits(join(temporaryDirectory(), "data"), 10);
  expect(refused + unavailable + same).toBe(flips);
});

test.skipIf(process.platform !== "linux")(
  "a service that goes on learning does not grow",
  { timeout: 120_000 },
  async () => {
    const tenths = await memoryUnderLoad(temporaryDirectory(), 200_000);
    expect(tenths).toHaveLength(10);
  },
);

test("SIGTERM ends a service well, also when nobody reads its log any more", async () => {
  const service = new ServiceProcess(temporaryDirectory());
  await service.ready();
  service.turnAway();
  expect(await service.end("SIGTERM")).toBe(0);
});
