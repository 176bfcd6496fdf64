import { expect, it } from "vitest";
import { random } from "../simulation/random.mjs";
import { SimulatedClock } from "../simulation/simulated-clock.mjs";
import { SimulatedDisk } from "../simulation/simulated-disk.mjs";
import { LIMITS } from "../src/limits.ts";
import { answerAll } from "../src/model/answer.ts";
import { Models } from "../src/model/models.ts";
import { Store } from "../src/store/store.ts";

const SILENT = { info() {}, warn() {}, error() {} };
const alone = () => "";

/** A model that forgets after ten seconds, and its clock. */
async function waiting() {
  const clock = new SimulatedClock(random(1));
  const models = new Models(new Store(new SimulatedDisk(random(2)), { clock }), LIMITS, SILENT, clock);
  await models.create("m", { task: "classification", classes: ["no", "yes"], ttl: 10 });
  const model = models.get("m");
  const predict = () => answerAll(model, [{ id: "p", x: { a: 1 } }], alone);
  const label = async () => (await model.label([{ id: "p", y: "yes" }], alone)).results[0].status;
  return { clock, model, predict, label };
}

it("predictions wait for their time, however the clock is set meanwhile", async () => {
  for (const jump of [3_600_000, -3_600_000, -100 * 365 * 86_400_000]) {
    const { clock, model, predict, label } = await waiting();
    await predict();
    clock.jump(jump);
    clock.pass(5000);
    await model.expire();
    expect(model.log.pending.count).toBe(1);
    expect(await label()).toBe("learned");
    await predict();
    clock.pass(11_000);
    await model.expire();
    expect(model.log.pending.count).toBe(0);
  }
});

it("a clock from before 1970 is no reason not to answer", async () => {
  const { clock, predict, label } = await waiting();
  clock.jump(-100 * 365 * 86_400_000);
  await predict();
  expect(await label()).toBe("learned");
});
