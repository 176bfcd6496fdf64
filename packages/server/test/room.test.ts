import { expect, it } from "vitest";
import { events, start } from "./service.ts";

/** A record of this many words that have not come before. */
let words = 0;
const fresh = (count: number) => ({ t: Array.from({ length: count }, () => `word-${words++}`) });

it("a hash table larger than a model may be is refused when it is asked for, also for a challenger", async () => {
  const service = await start();
  const refused = await service.put("/models/m", { task: "classification", options: { hash: 25 } });
  expect([refused.status, refused.json.errors[0].field]).toEqual([400, "options.hash"]);
  await service.put("/models/m", { task: "classification" });
  const challenger = await service.put("/models/m/challengers/c", { options: { hash: 25 } });
  expect(challenger.status).toBe(400);
});

it("what may not fit is answered with 507 and takes nothing, and what fits is learned", async () => {
  const service = await start({ limits: { cells: 2000 } });
  await service.put("/models/m", { task: "classification", classes: ["no", "yes"] });
  let acknowledged = 0;
  let refused = 0;
  for (let n = 0; n < 60; n++) {
    const answer = await service.post("/models/m/learn", { x: fresh(100), y: "yes", key: `k${n}` });
    if (answer.status === 200) {
      expect(answer.json).toMatchObject({ learned: 1, refused: 0 });
      acknowledged++;
    } else {
      expect(answer.status).toBe(507);
      refused++;
    }
  }
  expect(acknowledged).toBeGreaterThan(3);
  expect(refused).toBeGreaterThan(3);
  const { json } = await service.get("/models/m");
  expect([json.rounds, json.position, json.metrics.refused]).toEqual([acknowledged, acknowledged, 0]);
  expect(json.coordinates).toBeLessThanOrEqual(2000);
  // A key that was refused was not taken.
  const again = await service.post("/models/m/learn", { x: { t: ["word-0"] }, y: "no", key: "k59" });
  expect(again.json).toMatchObject({ learned: 1, duplicates: 0 });
});

it("many requests at once come to no more than the room there is", async () => {
  const service = await start({ limits: { cells: 3000 } });
  await service.put("/models/m", { task: "classification", classes: ["no", "yes"] });
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => service.post("/models/m/learn", { x: fresh(100), y: "yes" })),
  );
  const acknowledged = answers.filter(({ status }) => status === 200).length;
  expect(acknowledged).toBeGreaterThan(0);
  const { json } = await service.get("/models/m");
  expect([json.rounds, json.metrics.refused]).toEqual([acknowledged, 0]);
  expect(json.coordinates).toBeLessThanOrEqual(3000);
});

it("letters of names and categories are bounded", async () => {
  const service = await start({ limits: { letters: 5000 } });
  await service.put("/models/m", { task: "regression" });
  const statuses = [];
  for (let n = 0; n < 8; n++)
    statuses.push((await service.post("/models/m/learn", { x: { [`${n}`.repeat(900)]: 1 }, y: 1 })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 507, 507, 507]);
});

it("a batch that meets a class too many is refused as a whole, also beside another", async () => {
  const service = await start({ limits: { classes: 5 } });
  await service.put("/models/m", { task: "classification" });
  const batch = (from: number) => [0, 1, 2].map((n) => ({ ...events(1)[0], y: `class ${from + n}` }));
  const [one, two] = await Promise.all([
    service.post("/models/m/learn", batch(0)),
    service.post("/models/m/learn", batch(3)),
  ]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  expect((await service.get("/models/m")).json).toMatchObject({ position: 3, rounds: 3 });
});
