import { expect, test } from "vitest";
import { simulateMany } from "../simulation/simulate.mjs";

test("a thousand simulated histories of crashes, full disks and jumping clocks leave nothing lost, doubled or undone", {
  timeout: 300_000,
}, async () => {
  const { faults, commands, crashes } = await simulateMany({ seeds: 1000 });
  expect(faults).toEqual([]);
  expect(commands).toBeGreaterThan(20_000);
  expect(crashes).toBeGreaterThan(2000);
});

test("the simulation finds a disk that forgets its last commit in a crash", async () => {
  const { faults } = await simulateMany({ seeds: 20, isHonest: false });
  expect(faults.map(({ message }: { message: string }) => message).join()).toContain("was acknowledged");
});
