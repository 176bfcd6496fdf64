import { classifier, load } from "scinol";
import { client, type ModelEvent, ServiceError } from "scinol/client";
import { describe, expect, it } from "vitest";
import { events, startForAll } from "./service.ts";

const running = await startForAll();
const service = client(running.address);

async function make(name: string, settings = {}) {
  const model = service.model(name);
  await model.create({ task: "classification", classes: ["no", "yes"], ...settings });
  return model;
}

describe("the client", () => {
  it("makes, lists, shows and deletes models", async () => {
    const model = await make("first");
    expect(await model.create({ task: "classification", classes: ["no", "yes"] })).toMatchObject({
      name: "first",
    });
    expect((await service.models()).map(({ name }) => name)).toContain("first");
    expect(await model.details()).toMatchObject({ name: "first", position: 0, classes: ["no", "yes"] });
    await model.delete();
    await expect(model.details()).rejects.toMatchObject({ status: 404, problem: { status: 404 } });
  });

  it("gets told which field is wrong", async () => {
    const model = await make("strict");
    const refused = await model.learn({ x: { a: 1 }, y: "jam" }).catch((error) => error);
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused.status).toBe(400);
    expect(refused.problem.errors[0]).toMatchObject({ field: expect.stringContaining("y") });
  });

  it("learns and predicts as the library does", async () => {
    const model = await make("same");
    const here = classifier({ classes: ["no", "yes"] });
    const examples = events(200) as { x: { [column: string]: unknown }; y: "no" | "yes" }[];
    const losses = examples.map(({ x, y }) => here.learn(x, y));
    const answer = await model.learn(examples);
    expect(answer).toMatchObject({ learned: 200, duplicates: 0, position: 200 });
    expect(answer.loss).toBeCloseTo(losses.reduce((sum, loss) => sum + loss) / 200, 12);
    const { x } = examples[0];
    const [one, two] = await model.predict([{ x }, { x, explain: 2 }]);
    expect(one.label).toBe(here.predict(x).label);
    expect(one.probabilities!.map(({ probability }) => probability)).toEqual([
      ...here.predict(x).probabilities.values(),
    ]);
    expect(two.explanation!.contributions).toEqual(here.explain(x).contributions.slice(0, 2));
    expect(await model.export()).toEqual(here.save());
  });

  it("learns a key once", async () => {
    const model = await make("keyed");
    const event = { x: { a: 1 }, y: "yes", key: "k" } as const;
    expect(await model.learn(event)).toMatchObject({ learned: 1, duplicates: 0 });
    expect(await model.learn(event)).toMatchObject({ learned: 0, duplicates: 1, loss: null });
    expect(await model.erase("k")).toEqual({ erased: 1 });
    expect((await model.details()).rounds).toBe(0);
  });

  it("gives labels to earlier predictions", async () => {
    const model = await make("labelled");
    await model.predict([
      { id: "a", x: { a: 1 } },
      { id: "b", x: { a: 2 } },
    ]);
    const { learned, results } = await model.label([
      { id: "a", y: "yes" },
      { id: "c", y: "no" },
    ]);
    expect(learned).toBe(1);
    expect(results.map(({ status }) => status)).toEqual(["learned", "unknown"]);
    expect((await model.label({ id: "a", y: "yes" })).results[0].status).toBe("duplicate");
  });

  it("learns in bulk what learning at once would have", async () => {
    const examples = events(500);
    const [pieces, once] = [await make("pieces"), await make("once")];
    const answer = await pieces.learnAll(examples, { pieceOf: 70 });
    expect(answer).toMatchObject({ learned: 500, position: 500 });
    await once.learn(examples);
    expect(await pieces.export()).toEqual(await once.export());
  });

  it("moves a model", async () => {
    const from = await make("from");
    await from.learnAll(events(100));
    const to = service.model("to");
    expect(await to.import(await from.export())).toMatchObject({ name: "to", rounds: 100 });
    expect(load(await to.export()).progress.rounds).toBe(100);
  });

  it("goes back to a snapshot", async () => {
    const model = await make("back", { snapshotEvery: 50 });
    await model.learnAll(events(150), { pieceOf: 50 });
    await expect.poll(async () => (await model.snapshots()).length).toBeGreaterThan(1);
    const oldest = (await model.snapshots()).at(-1)!;
    expect(await model.rollback(oldest.id)).toMatchObject({ rounds: oldest.position });
  });

  it("lets a challenger shadow a model and take its place", async () => {
    const model = await make("challenged");
    expect(await model.challenge("plain", { exact: true })).toMatchObject({ challengers: ["plain"] });
    await model.challenge("other", { rule: "sgd" });
    await model.dismiss("other");
    await model.learnAll(events(100));
    expect((await model.curves()).map(({ challenger }) => challenger)).toEqual([null, "plain"]);
    expect((await model.details()).metrics.challengers[0]).toMatchObject({ name: "plain", rounds: 100 });
    await model.promote("plain");
    expect((await model.details()).settings.options).toMatchObject({ exact: true });
  });

  it("hears of metrics and predictions while they happen", async () => {
    const model = await make("heard");
    const heard: ModelEvent[] = [];
    for await (const event of model.events()) {
      heard.push(event);
      if (heard.length === 1) {
        await model.learnAll(events(10));
        await model.predict({ x: { a: 3 } });
      }
      if (event.event === "metrics" && event.data.position === 10) break;
    }
    expect(heard[0]).toMatchObject({ event: "metrics", data: { position: 0 } });
    expect(heard.find(({ event }) => event === "prediction")).toMatchObject({ data: { x: { a: 3 } } });
    expect((await model.predictions())[0].x).toEqual({ a: 3 });
  });
});
