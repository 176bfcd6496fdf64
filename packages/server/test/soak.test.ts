import { expect, test } from "vitest";
import { killUnderLoad } from "../soak/kills.mjs";
import { memoryUnderLoad } from "../soak/memory.mjs";
import { ServiceProcess } from "../soak/service-process.mjs";
import { temporaryDirectory } from "./directory.ts";

test("a service that is killed under load comes back with every acknowledged event, once, and the model they make", {
  timeout: 120_000,
}, async () => {
  const counts = await killUnderLoad(temporaryDirectory(), 5, { least: 50 });
  expect(counts.acknowledged).toBeGreaterThanOrEqual(50);
  expect(counts.events).toBeGreaterThanOrEqual(counts.acknowledged);
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
