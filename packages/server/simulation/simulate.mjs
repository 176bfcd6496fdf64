// Simulates the service: seeded schedules of every command, with crashes, full disks and jumping clocks.
// node simulate.mjs [--seeds N] [--first N] [--steps N]
import { parseArgs } from "node:util";
import { World } from "./world.mjs";

/** What a schedule is made of, and how often. */
const STEPS = [
  [30, (world) => world.learn()],
  [14, (world) => world.predict()],
  [12, (world) => world.label()],
  [10, (world) => world.erase()],
  [3, (world) => world.challenge()],
  [1, (world) => world.dismiss()],
  [2, (world) => world.promote()],
  [5, (world) => world.rollback()],
  [1, (world) => world.export()],
  [1, (world) => world.import()],
  [1, (world) => world.create()],
  [0.3, (world) => world.delete()],
  [10, (world) => world.pass(world.random.below(2500))],
  [0.5, (world) => world.jump(world.random.pick([-3_600_000, -5000, 5000, 3_600_000]))],
  [0.7, (world) => world.fill(true)],
  [2, (world) => world.fill(false)],
  [0.7, (world) => world.fail(0.5)],
  [2, (world) => world.fail(0)],
  [3, (world) => world.crash()],
  [3, (world) => world.settled()],
];
const TOTAL = STEPS.reduce((sum, [weight]) => sum + weight, 0);

function chosen(number) {
  let end = 0;
  for (const [weight, act] of STEPS) {
    end += weight;
    if (number < end) return act;
  }
  return STEPS[0][1];
}

/** Runs one schedule. Throws what is wrong after it. */
export async function simulate(seed, { steps = 60, isHonest = true } = {}) {
  const world = new World(seed, isHonest);
  await world.start();
  for (let step = 0; step < steps; step++) {
    if (world.isEmpty) {
      world.create();
      await world.turns(20);
      continue;
    }
    const act = chosen(world.random.draw() * TOTAL);
    const before = world.crashes;
    await act(world);
    if (world.crashes > before) await world.verify();
    await world.turns(5);
  }
  world.fill(false);
  world.fail(0);
  await world.verify();
  await world.crash();
  await world.verify();
  await world.crashAndLoseSnapshots();
  await world.verify();
  return { commands: world.commands, crashes: world.crashes };
}

/** Runs many schedules. Returns what was run, and the faults by seed. */
export async function simulateMany({ first = 1, seeds = 1000, tell = () => {}, ...options } = {}) {
  const counts = { seeds: 0, commands: 0, crashes: 0, faults: [] };
  for (let seed = first; seed < first + seeds; seed++) {
    counts.seeds++;
    try {
      const { commands, crashes } = await simulate(seed, options);
      counts.commands += commands;
      counts.crashes += crashes;
    } catch (error) {
      counts.faults.push({ seed, message: error.message });
      tell(`seed ${seed}: ${error.message}`);
    }
  }
  return counts;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const text = { type: "string" };
  const { values } = parseArgs({ options: { seeds: text, first: text, steps: text } });
  const [seeds, first, steps] = [values.seeds ?? 1000, values.first ?? 1, values.steps ?? 60].map(Number);
  const start = performance.now();
  const { commands, crashes, faults } = await simulateMany({ seeds, first, steps, tell: console.log });
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${seeds} seeds, ${commands} commands, ${crashes} crashes in ${seconds.toFixed(1)} s: ${faults.length} seeds with faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
