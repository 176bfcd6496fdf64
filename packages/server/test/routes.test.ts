import { Readable } from "node:stream";
import { type Classifier, classifier, load, type Regressor } from "scinol";
import { describe, expect, it } from "vitest";
import { events, start, startForAll } from "./service.ts";

const service = await startForAll();

async function make(name: string, settings: object = { task: "classification" }) {
  expect((await service.put(`/models/${name}`, settings)).status).toBe(201);
}

describe("a model", () => {
  it("is made once; the same again is no mistake, another is", async () => {
    const settings = { task: "classification", classes: ["no", "yes"], options: { memory: "all" } };
    const made = await service.put("/models/made", settings);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      name: "made",
      task: "classification",
      position: 0,
      rounds: 0,
      challengers: [],
    });
    const { task, classes, options } = settings;
    expect((await service.put("/models/made", { options, classes, task })).status).toBe(200);
    const other = await service.put("/models/made", { task: "classification" });
    expect(other.status).toBe(409);
    expect(other.json.detail).toBe('there is a model "made" with other settings; delete it first');
  });

  it("is listed, shown and deleted; what is made under its name afterwards begins afresh", async () => {
    await make("short-lived");
    await service.post("/models/short-lived/learn", events(10));
    const { models } = (await service.get("/models")).json;
    expect(models.find(({ name }: { name: string }) => name === "short-lived")).toMatchObject({
      position: 10,
      rounds: 10,
    });
    expect((await service.call("DELETE", "/models/short-lived")).status).toBe(204);
    expect((await service.get("/models/short-lived")).status).toBe(404);
    await make("short-lived", { task: "regression" });
    expect((await service.get("/models/short-lived")).json).toMatchObject({
      task: "regression",
      position: 0,
    });
  });

  it("shows its settings, columns, classes, metrics and strongest weights", async () => {
    await make("shown", { task: "classification", ttl: 60 });
    await service.post("/models/shown/learn", events(300));
    const { json } = await service.get("/models/shown");
    expect(json).toMatchObject({
      name: "shown",
      settings: { task: "classification", ttl: 60 },
      classes: ["no", "yes"],
      columns: [
        { name: "a", kind: "number", categories: 0 },
        { name: "b", kind: "number", categories: 0 },
        { name: "colour", kind: "category", categories: 3 },
      ],
      position: 300,
      metrics: {
        position: 300,
        rounds: 300,
        total: { events: 300, mae: null, rmse: null },
        drift: { alarms: 0 },
      },
    });
    expect(json.weights).toHaveLength(1);
    expect(json.weights[0].label).toBe("yes");
    expect(json.weights[0].strongest.map(({ name }: { name: string }) => name)).toContain("colour=red");
    expect(json.metrics.total.accuracy).toBeGreaterThan(0.7);
    expect(json.metrics.last1000.auc).toBeGreaterThan(0.8);
    const shares = json.metrics.members.map(({ share }: { share: number }) => share);
    expect(shares.reduce((sum: number, share: number) => sum + share)).toBeCloseTo(1, 12);
  });

  it("of options that no learner takes is refused", async () => {
    const refused = await service.put("/models/wrong", {
      task: "classification",
      options: { rule: "scinl2" },
    });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toBe('options: unknown rule "scinl2"; did you mean "scinol2"?');
    expect((await service.get("/models/wrong")).status).toBe(404);
  });
});

describe("learning", () => {
  it("is what the library does with the same examples, to the bit", async () => {
    await make("same-bits");
    const learner = classifier();
    const examples = events(250);
    for (const { x, y } of examples) learner.learn(x, y);
    expect((await service.post("/models/same-bits/learn", examples[0])).json).toMatchObject({
      learned: 1,
      position: 1,
    });
    expect((await service.post("/models/same-bits/learn", examples.slice(1, 101))).json).toMatchObject({
      learned: 100,
      position: 101,
    });
    const raw = examples
      .slice(101)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join("\r\n\n");
    const headers = { "content-type": "application/x-ndjson" };
    const streamed = await service.call("POST", "/models/same-bits/learn", { raw, headers });
    expect(streamed.json).toMatchObject({ learned: 149, duplicates: 0, position: 250 });
    expect(await service.model("same-bits")).toEqual(Buffer.from(learner.save()));
  });

  it("answers the mean loss of the predictions made before", async () => {
    await make("losses");
    const learner = classifier();
    const examples = events(20);
    const losses = examples.map(({ x, y }) => learner.learn(x, y));
    const { loss } = (await service.post("/models/losses/learn", examples)).json;
    expect(loss).toBeCloseTo(losses.reduce((sum, one) => sum + one) / 20, 12);
  });

  it("takes a key once: in one request, in several, and at the same time", async () => {
    await make("keys");
    const [a, b, c] = events(3);
    const first = await service.post("/models/keys/learn", [{ ...a, key: "a" }, { ...b, key: "a" }, c]);
    expect(first.json).toMatchObject({ learned: 2, duplicates: 1, position: 2 });
    const again = await service.post("/models/keys/learn", { ...a, key: "a" });
    expect(again.json).toEqual({ learned: 0, duplicates: 1, refused: 0, position: 2, loss: null });
    const many = await Promise.all(
      Array.from({ length: 20 }, () =>
        service.post("/models/keys/learn", [
          { ...b, key: "b" },
          { ...c, key: "c" },
        ]),
      ),
    );
    expect(many.reduce((sum, { json }) => sum + json.learned, 0)).toBe(2);
    expect((await service.get("/models/keys")).json.rounds).toBe(4);
  });

  it("takes column names that mean something to JavaScript for names", async () => {
    await make("names");
    const raw =
      '{"x":{"__proto__":1,"constructor":2,"toString":"a","nested":{"__proto__":{"polluted":1}}},"y":"no"}';
    const headers = { "content-type": "application/json" };
    expect((await service.call("POST", "/models/names/learn", { raw, headers })).status).toBe(200);
    const { columns } = (await service.get("/models/names")).json;
    expect(columns.map(({ name }: { name: string }) => name)).toEqual([
      "__proto__",
      "constructor",
      "toString",
      "nested.__proto__.polluted",
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const schema =
      '{"task":"regression","options":{"schema":{"__proto__":"category","constructor":"number"}}}';
    expect((await service.call("PUT", "/models/named-schema", { raw: schema, headers })).status).toBe(201);
  });

  it("of a regression is scored by its errors", async () => {
    await make("prices", { task: "regression", options: { loss: "squared" } });
    await service.post(
      "/models/prices/learn",
      events(200).map(({ x }) => ({ x, y: 3 * x.a + 5 })),
    );
    const { json } = await service.get("/models/prices");
    expect(json.classes).toBeNull();
    expect(json.metrics.total).toMatchObject({ events: 200, accuracy: null, auc: null });
    expect(json.metrics.last1000.mae).toBeCloseTo(json.metrics.total.mae, 9);
    expect(json.metrics.total.rmse).toBeGreaterThan(json.metrics.total.mae);
    expect(json.weights[0]).toMatchObject({ label: null });
  });

  it("takes a long stream in pieces: a late mistake finds early ones learned, is told so, and can be gone on from by keys", async () => {
    await make("streamed", { task: "classification", classes: ["no", "yes"] });
    const lines = events(30_000).map((event, n) => JSON.stringify({ ...event, key: `line ${n}` }));
    const headers = { "content-type": "application/x-ndjson" };
    const wrong = lines.with(29_999, '{"x":{"a":1},"y":"maybe"}');
    const send = (all: readonly string[]) =>
      service.call("POST", "/models/streamed/learn", {
        raw: Readable.toWeb(Readable.from(chunks(all))) as never,
        headers,
      });
    const refused = await send(wrong);
    expect(refused.status).toBe(400);
    expect(refused.json.errors[0].field).toBe("line 30000: y");
    const { learned } = refused.json;
    expect(learned).toBeGreaterThan(10_000);
    expect(learned).toBeLessThan(30_000);
    expect((await service.get("/models/streamed")).json.position).toBe(learned);
    const again = await send(lines);
    expect(again.json).toMatchObject({ learned: 30_000 - learned, duplicates: learned, position: 30_000 });
    const learner = classifier({ classes: ["no", "yes"] });
    for (const { x, y } of events(30_000)) learner.learn(x, y as "no" | "yes");
    expect(await service.model("streamed")).toEqual(Buffer.from(learner.save()));
  });

  it("learns from a stream that pauses without waiting for its end", async () => {
    await make("paused");
    async function* trickle() {
      yield Buffer.from(`${JSON.stringify(events(1)[0])}\n`);
      await expect.poll(async () => (await service.get("/models/paused")).json.position).toBe(1);
      yield Buffer.from(JSON.stringify(events(2)[1]));
    }
    const raw = Readable.toWeb(Readable.from(trickle())) as never;
    const headers = { "content-type": "application/x-ndjson" };
    const answer = await service.call("POST", "/models/paused/learn", { raw, headers });
    expect(answer.json).toMatchObject({ learned: 2, position: 2 });
  });

  it("refuses a batch as a whole if one of it cannot be learned", async () => {
    await make("whole", { task: "classification", classes: ["no", "yes"] });
    const before = await service.model("whole");
    const refused = await service.post("/models/whole/learn", [...events(5), { x: { a: 1 }, y: "maybe" }]);
    expect(refused.status).toBe(400);
    expect(refused.json.errors).toEqual([
      { field: "[5].y", message: 'label "maybe" is not among the classes "no", "yes"' },
    ]);
    expect(await service.model("whole")).toEqual(before);
  });
});

describe("predicting", () => {
  it("answers what the exported model says, and where it stood", async () => {
    await make("said");
    await service.post("/models/said/learn", events(100));
    const learner = load(await service.model("said")) as Classifier;
    const { x } = events(1, 500)[0];
    const expected = learner.predict(x);
    const { json } = await service.post("/models/said/predict", { x });
    expect(json).toEqual({
      label: expected.label,
      probabilities: [...expected.probabilities].map(([label, probability]) => ({ label, probability })),
      position: 100,
    });
    const many = await service.post("/models/said/predict", [{ x }, { x, explain: 1 }]);
    expect(many.json[0]).toEqual(json);
    const { score, baseline, contributions } = learner.explain(x);
    expect(many.json[1].explanation).toEqual({
      total: score,
      baseline,
      contributions: contributions.slice(0, 1),
    });
  });

  it("of a regression answers a value", async () => {
    await make("value", { task: "regression" });
    expect((await service.post("/models/value/predict", { x: { a: 1 } })).json).toEqual({
      value: 0,
      position: 0,
    });
    await service.post(
      "/models/value/learn",
      events(50).map(({ x }) => ({ x, y: x.a })),
    );
    const learner = load(await service.model("value")) as Regressor;
    const { json } = await service.post("/models/value/predict", { x: { a: 20 }, explain: 3 });
    expect(json.value).toBe(learner.predict({ a: 20 }).value);
    expect(json.explanation.total).toBe(learner.explain({ a: 20 }).value);
  });

  it("changes nothing, whatever is predicted", async () => {
    await make("unchanged");
    await service.post("/models/unchanged/learn", events(10));
    const before = await service.model("unchanged");
    await service.post("/models/unchanged/predict", { x: { fresh: "new", a: "now a text" }, explain: 5 });
    await service.post("/models/unchanged/predict", [{ x: {} }, { x: { a: null } }]);
    expect(await service.model("unchanged")).toEqual(before);
  });

  it("is shown among the latest, newest first, with its reasons", async () => {
    await make("watched");
    await service.post("/models/watched/learn", events(10));
    await service.post("/models/watched/predict", { x: { a: 1 } });
    await new Promise((resolve) => setTimeout(resolve, 60));
    await service.post("/models/watched/predict", { x: { a: 2 }, id: "second" });
    const { predictions } = (await service.get("/models/watched/predictions")).json;
    expect(predictions.map(({ x }: { x: object }) => x)).toEqual([{ a: 2 }, { a: 1 }]);
    expect(predictions[0].prediction).toMatchObject({
      id: "second",
      explanation: { contributions: [{ column: "a" }, { column: "recent labels" }] },
    });
  });
});

describe("a label that comes later", () => {
  it("is joined with the record as it was then", async () => {
    await make("later");
    await service.post("/models/later/learn", events(20));
    const learner = load(await service.model("later")) as Classifier;
    const [one, two] = events(2, 100);
    await service.post("/models/later/predict", [
      { x: one.x, id: "one" },
      { x: two.x, id: "two" },
    ]);
    await service.post("/models/later/learn", events(20, 20));
    for (const { x, y } of events(20, 20)) learner.learn(x, y);
    const labelled = await service.post("/models/later/label", [
      { id: "two", y: two.y },
      { id: "nobody", y: "yes" },
      { id: "one", y: one.y, weight: 2 },
      { id: "two", y: two.y },
    ]);
    const losses = [learner.learn(two.x, two.y), learner.learn(one.x, one.y, 2)];
    expect(labelled.json).toEqual({
      learned: 2,
      refused: 0,
      position: 42,
      loss: (losses[0] + losses[1]) / 2,
      results: [
        { id: "two", status: "learned" },
        { id: "nobody", status: "unknown" },
        { id: "one", status: "learned" },
        { id: "two", status: "duplicate" },
      ],
    });
    expect(await service.model("later")).toEqual(Buffer.from(learner.save()));
    const { metrics } = (await service.get("/models/later")).json;
    expect(metrics.labels).toEqual({ waiting: 0, joined: 2, late: 1, never: 0 });
    expect(metrics.labelDelay.mean).toBeGreaterThanOrEqual(0);
    expect((await service.post("/models/later/label", { id: "one", y: "yes" })).json.results).toEqual([
      { id: "one", status: "duplicate" },
    ]);
  });

  it("that cannot be learned leaves the prediction waiting", async () => {
    await make("wrong-label", { task: "classification", classes: ["no", "yes"] });
    await service.post("/models/wrong-label/predict", { x: { a: 1 }, id: "one" });
    const refused = await service.post("/models/wrong-label/label", { id: "one", y: "maybe" });
    expect(refused.status).toBe(400);
    expect(refused.json.errors[0].field).toBe("y");
    expect((await service.post("/models/wrong-label/label", { id: "one", y: "yes" })).json.learned).toBe(1);
  });

  it("finds a prediction made again under an id that had expired", async () => {
    await make("again", { task: "regression", ttl: 0.3 });
    await service.post("/models/again/predict", { x: { a: 1 }, id: "one" });
    await expect
      .poll(async () => (await service.get("/models/again")).json.metrics.labels.never, { timeout: 5000 })
      .toBe(1);
    await service.post("/models/again/predict", { x: { a: 2 }, id: "one" });
    const { results } = (await service.post("/models/again/label", { id: "one", y: 3 })).json;
    expect(results).toEqual([{ id: "one", status: "learned" }]);
  });

  it("and never comes is dropped at the end of its time, or learned from as the default says", async () => {
    await make("dropped", { task: "classification", classes: ["no", "yes"], ttl: 0.2 });
    await make("defaulted", {
      task: "classification",
      classes: ["no", "yes"],
      ttl: 0.2,
      onExpiry: { label: "no" },
    });
    for (const name of ["dropped", "defaulted"]) {
      await service.post(`/models/${name}/predict`, [
        { x: { a: 1 }, id: "one" },
        { x: { a: 2 }, id: "two" },
      ]);
      expect((await service.post(`/models/${name}/label`, { id: "two", y: "yes" })).json.learned).toBe(1);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const name of ["dropped", "defaulted"]) {
      const late = (await service.post(`/models/${name}/label`, { id: "one", y: "yes" })).json;
      expect(late).toMatchObject({ learned: 0, results: [{ id: "one", status: "expired" }] });
    }
    await expect
      .poll(async () => (await service.get("/models/defaulted")).json.metrics.labels)
      .toEqual({ waiting: 0, joined: 1, late: 1, never: 1 });
    await expect
      .poll(async () => (await service.get("/models/dropped")).json.metrics.labels)
      .toEqual({ waiting: 0, joined: 1, late: 1, never: 1 });
    const learner = classifier({ classes: ["no", "yes"] });
    learner.learn({ a: 2 }, "yes");
    expect(await service.model("dropped")).toEqual(Buffer.from(learner.save()));
    learner.learn({ a: 1 }, "no");
    for (const name of ["dropped", "defaulted"]) {
      const { results } = (await service.post(`/models/${name}/label`, { id: "one", y: "yes" })).json;
      expect(results).toEqual([{ id: "one", status: "expired" }]);
    }
    expect(await service.model("defaulted")).toEqual(Buffer.from(learner.save()));
  });
});

describe("a model as a file", () => {
  it("moves to another name, and goes on there to the bit", async () => {
    await make("from");
    await service.post("/models/from/learn", events(100));
    const file = await service.model("from");
    const headers = { "content-type": "application/octet-stream" };
    expect((await service.call("PUT", "/models/to/import", { raw: file, headers })).status).toBe(201);
    expect(await service.model("to")).toEqual(file);
    await service.post("/models/from/learn", events(50, 100));
    await service.post("/models/to/learn", events(50, 100));
    expect(await service.model("to")).toEqual(await service.model("from"));
    expect((await service.call("PUT", "/models/to/import", { raw: file, headers })).status).toBe(200);
    expect(await service.model("to")).toEqual(file);
  });

  it("that is none, is damaged, or is of another task is refused", async () => {
    await make("kept");
    await service.post("/models/kept/learn", events(10));
    const file = await service.model("kept");
    const headers = { "content-type": "application/octet-stream" };
    const damaged = Buffer.from(file);
    damaged[100] ^= 1;
    const wrong: [raw: Buffer, status: number, told: string][] = [
      [Buffer.from("nothing"), 400, "this is not a scinol model file"],
      [damaged, 400, "checksum does not match"],
      [file.subarray(0, 200), 400, "checksum does not match"],
    ];
    for (const [raw, status, told] of wrong) {
      const refused = await service.call("PUT", "/models/kept/import", { raw, headers });
      expect(refused.status).toBe(status);
      expect(refused.json.detail).toContain(told);
    }
    await make("a-regression", { task: "regression" });
    expect((await service.call("PUT", "/models/a-regression/import", { raw: file, headers })).status).toBe(
      409,
    );
    expect(await service.model("kept")).toEqual(file);
  });
});

describe("a challenger", () => {
  it("is fed the same events, scored beside the model, and promoted with one call", async () => {
    await make("defender");
    await service.post("/models/defender/learn", events(50));
    const options = { rule: "adam" };
    expect((await service.put("/models/defender/challengers/adam", { options })).status).toBe(201);
    expect((await service.put("/models/defender/challengers/adam", { options })).status).toBe(200);
    expect(
      (await service.put("/models/defender/challengers/adam", { options: { exact: true } })).status,
    ).toBe(409);
    await service.post("/models/defender/learn", events(100, 50));
    const { metrics, challengers } = (await service.get("/models/defender")).json;
    expect(challengers).toEqual(["adam"]);
    const learner = classifier({ rule: "adam" });
    let loss = 0;
    for (const { x, y } of events(100, 50)) loss += learner.learn(x, y) / 100;
    expect(metrics.challengers).toEqual([
      {
        name: "adam",
        since: 50,
        rounds: 100,
        loss: expect.closeTo(loss, 12),
        refused: 0,
        modelLoss: expect.any(Number),
        last1000: expect.closeTo(loss, 12),
      },
    ]);
    const { curves } = (await service.get("/models/defender/curve")).json;
    expect(curves.map(({ challenger }: { challenger: string }) => challenger)).toEqual([null, "adam"]);
    expect(curves[1].points.at(-1)).toMatchObject({ position: 151, loss: expect.closeTo(loss, 12) });
    expect((await service.post("/models/defender/challengers/adam/promote")).status).toBe(200);
    expect(await service.model("defender")).toEqual(Buffer.from(learner.save()));
    const after = (await service.get("/models/defender")).json;
    expect(after).toMatchObject({ challengers: [], settings: { options } });
    // The settings it was made with, and those it has now, are both known.
    expect((await service.put("/models/defender", { task: "classification" })).status).toBe(200);
    expect((await service.put("/models/defender", { task: "classification", options })).status).toBe(200);
  });

  it("is taken away, and is not there to be promoted", async () => {
    await make("alone");
    await service.put("/models/alone/challengers/one", { options: {} });
    expect((await service.call("DELETE", "/models/alone/challengers/one")).status).toBe(204);
    expect((await service.call("DELETE", "/models/alone/challengers/one")).status).toBe(404);
    expect((await service.post("/models/alone/challengers/one/promote")).status).toBe(404);
    const refused = await service.put("/models/alone/challengers/one", { options: { rule: "nothing" } });
    expect(refused.json.errors[0].field).toBe("options");
    expect((await service.put("/models/alone/challengers/Two", {})).json.errors[0].field).toBe("challenger");
  });

  it("that the events do not suit is left behind, and the model goes on", async () => {
    await make("suited");
    await service.put("/models/suited/challengers/strict", { options: { schema: { colour: "number" } } });
    expect((await service.post("/models/suited/learn", events(10))).json.learned).toBe(10);
    const { metrics } = (await service.get("/models/suited")).json;
    expect(metrics.challengers).toEqual([
      { name: "strict", since: 0, rounds: 0, refused: 10, loss: null, modelLoss: null, last1000: null },
    ]);
  });
});

describe("a snapshot", () => {
  it("is taken when it is due, and can be gone back to", async () => {
    await make("rolled", { task: "classification", snapshotEvery: 100, keepSnapshots: 3 });
    const files: Buffer[] = [];
    for (let n = 0; n < 5; n++) {
      await service.post("/models/rolled/learn", events(100, 100 * n));
      files.push(await service.model("rolled"));
      await expect
        .poll(async () => (await service.get("/models/rolled/snapshots")).json.snapshots[0]?.position)
        .toBe(100 * (n + 1));
    }
    const list = async () => (await service.get("/models/rolled/snapshots")).json.snapshots;
    // The older ones go when the new one has been read back.
    await expect
      .poll(async () => (await list()).map(({ position }: { position: number }) => position))
      .toEqual([500, 400, 300]);
    const snapshots = await list();
    expect(snapshots[0]).toEqual({
      id: expect.any(String),
      position: 500,
      time: expect.any(String),
      bytes: expect.any(Number),
      loss: expect.any(Number),
    });
    const rolled = await service.post("/models/rolled/rollback", { snapshot: snapshots[1].id });
    expect(rolled.status).toBe(200);
    expect(await service.model("rolled")).toEqual(files[3]);
    await service.post("/models/rolled/learn", events(100, 400));
    expect(await service.model("rolled")).toEqual(files[4]);
    expect((await service.post("/models/rolled/rollback", { snapshot: "999" })).status).toBe(404);
  });
});

describe("a model that becomes another", () => {
  it("takes nothing in that the other cannot learn from", async () => {
    await make("changing", { task: "regression" });
    await service.put("/models/changing/challengers/strict", { options: { schema: { a: "number" } } });
    const event = { x: { a: "text" }, y: 1, key: "one" };
    const [promoted, learned] = await Promise.all([
      service.post("/models/changing/challengers/strict/promote"),
      service.post("/models/changing/learn", event),
    ]);
    expect(promoted.status).toBe(200);
    const { position } = (await service.get("/models/changing")).json;
    // Before the promotion it can be learned, after it not; never is it written and not learned.
    if (learned.status === 400) expect(position).toBe(2);
    else expect(learned.json.learned).toBe(1);
  });

  it("does not become one of other classes than were declared", async () => {
    await make("declared", { task: "classification", classes: ["no", "yes"] });
    const file = classifier({ classes: ["cat", "dog"] }).save();
    const headers = { "content-type": "application/octet-stream" };
    const refused = await service.call("PUT", "/models/declared/import", { raw: Buffer.from(file), headers });
    expect(refused.status).toBe(409);
    expect((await service.get("/models/declared")).json.classes).toEqual(["no", "yes"]);
  });
});

describe("erasing a key", () => {
  it("leaves the model as if its events had never come", async () => {
    await make("private", { task: "classification", snapshotEvery: 30 });
    const examples = events(120).map((event, n) => ({
      ...event,
      key: n % 10 === 5 ? "person" : `event-${n}`,
    }));
    const learner = classifier();
    const once = examples.filter(({ key }, n) => key !== "person" || n === 5);
    for (const { x, y, key } of once) if (key !== "person") learner.learn(x, y);
    for (let n = 0; n < 120; n += 10) await service.post("/models/private/learn", examples.slice(n, n + 10));
    expect((await service.call("DELETE", "/models/private/events?key=person")).json).toEqual({ erased: 1 });
    expect(await service.model("private")).toEqual(Buffer.from(learner.save()));
    expect((await service.call("DELETE", "/models/private/events?key=person")).json).toEqual({ erased: 0 });
    // Erased is erased: the key is as good as new.
    expect(
      (await service.post("/models/private/learn", { ...examples[5], key: "person" })).json.learned,
    ).toBe(1);
  });

  it("takes labelled predictions, and those that still wait, along", async () => {
    await make("waiting");
    await service.post("/models/waiting/learn", events(10));
    const before = await service.model("waiting");
    await service.post("/models/waiting/predict", [
      { x: { a: 1 }, id: "labelled" },
      { x: { a: 2 }, id: "open" },
    ]);
    await service.post("/models/waiting/label", { id: "labelled", y: "yes" });
    expect((await service.call("DELETE", "/models/waiting/events?key=labelled")).json).toEqual({ erased: 1 });
    expect((await service.call("DELETE", "/models/waiting/events?key=open")).json).toEqual({ erased: 1 });
    expect(await service.model("waiting")).toEqual(before);
    expect(
      (await service.post("/models/waiting/label", { id: "open", y: "yes" })).json.results[0].status,
    ).toBe("unknown");
    const { predictions } = (await service.get("/models/waiting/predictions")).json;
    expect(
      predictions.some(({ prediction }: { prediction: { id?: string } }) => prediction.id === "open"),
    ).toBe(false);
  });

  it("whose events retention has dropped is answered with 409", async () => {
    await make("trimmed", {
      task: "classification",
      snapshotEvery: 10,
      keepSnapshots: 1,
      retention: "snapshots",
    });
    await service.post("/models/trimmed/learn", { ...events(1)[0], key: "early" });
    for (let n = 1; n <= 3; n++) {
      await service.post("/models/trimmed/learn", events(10, 10 * n));
      await expect
        .poll(async () => (await service.get("/models/trimmed/snapshots")).json.snapshots[0]?.position)
        .toBe(10 * n + 1);
    }
    const refused = await service.call("DELETE", "/models/trimmed/events?key=early");
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain("retention");
  });

  it.each([
    ["which is kept behind the oldest snapshot", { events: 15 }, 2],
    ["in the last entry, which is always kept", "snapshots", 1],
  ])(
    "%s, where what came before it is gone, is answered with 409 and harms nothing",
    async (_, retention, keepSnapshots) => {
      const one = await start();
      const settings = { task: "classification", snapshotEvery: 10, keepSnapshots, retention };
      await one.put("/models/m", settings);
      const keyed = events(60).map((event, n) => ({ ...event, key: `k${n}` }));
      for (let n = 0; n < 60; n += 10) {
        await one.post("/models/m/learn", keyed.slice(n, n + 10));
        await expect
          .poll(async () => (await one.get("/models/m/snapshots")).json.snapshots[0]?.position)
          .toBe(n + 10);
      }
      const oldest = (await one.get("/models/m/snapshots")).json.snapshots.at(-1).position;
      const before = await one.model("m");
      await one.post("/models/m/predict", { x: { a: 1 }, id: `k${oldest - 1}` });
      const refused = await one.call("DELETE", `/models/m/events?key=k${oldest - 1}`);
      expect(refused.status).toBe(409);
      expect(await one.model("m")).toEqual(before);
      await one.restart();
      expect(await one.model("m")).toEqual(before);
    },
  );
});

describe("what the service says of itself", () => {
  it("is told at /healthz, /readyz and /metrics", async () => {
    expect((await service.get("//healthz")).json).toEqual({ status: "alive" });
    expect((await service.get("//readyz")).json).toEqual({ status: "ready" });
    await make("counted");
    await service.post("/models/counted/learn", events(5));
    const { text, headers } = await service.get("//metrics");
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(text).toContain('scinol_model_rounds_total{model="counted"} 5\n');
    expect(text).toMatch(
      /scinol_http_request_duration_seconds_count\{method="POST",route="\/v1\/models\/:name\/learn",status="200"\} [1-9]/,
    );
    expect(text).toMatch(/scinol_journal_sync_duration_seconds_bucket\{le="\+Inf"\} [1-9]/);
    for (const line of text.trim().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z_]+(\{.*\})? (NaN|[-+.e\d]+))$/);
  });

  it("is described for programs and for people, every route of it", async () => {
    const { json } = await service.get("//openapi.json");
    expect(json.openapi).toBe("3.1.0");
    const { text, headers } = await service.get("//docs");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const paths = Object.keys(json.paths);
    expect(paths).toHaveLength(18);
    for (const path of paths) expect(text).toContain(`<code>${path}</code>`);
    expect(text).not.toMatch(/<script|style=|https?:\/\//);
    expect((await service.get("//docs.css")).headers.get("content-type")).toBe("text/css; charset=utf-8");
  });
});

describe("events as they happen", () => {
  it("are metrics, some predictions, and drift alarms", async () => {
    await make("live", { task: "regression" });
    const response = await fetch(`${service.address}/v1/models/live/events`);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? "";
    expect(text).toMatch(/^event: metrics\ndata: \{.*\}\n\n$/);
    await service.post("/models/live/predict", { x: { a: 1 } });
    await service.post(
      "/models/live/learn",
      events(2000).map(({ x }) => ({ x, y: 0.01 * x.a })),
    );
    await service.post(
      "/models/live/learn",
      events(2000).map(({ x }) => ({ x, y: 1000 * (x.b % 2) })),
    );
    while (!text.includes("event: drift")) text += (await reader.read()).value ?? "";
    expect(text).toMatch(/event: prediction\ndata: \{"time":.*"x":\{"a":1\}/);
    expect(text).toMatch(/event: drift\ndata: \{"time":"[^"]+","position":\d+\}/);
    const { drift } = (await service.get("/models/live")).json.metrics;
    expect(drift.alarms).toBeGreaterThan(0);
    await reader.cancel();
  });

  it("are told to so many listeners, and no more", async () => {
    const own = await start({ limits: { listeners: 2 } });
    await own.put("/models/m", { task: "regression" });
    const listen = () => fetch(`${own.address}/v1/models/m/events`);
    const [one, two] = [await listen(), await listen()];
    const third = await listen();
    expect(third.status).toBe(429);
    expect(await third.json()).toMatchObject({ status: 429, title: "Too many requests" });
    await one.body!.cancel();
    await expect
      .poll(async () => {
        const again = await listen();
        await again.body!.cancel();
        return again.status;
      })
      .toBe(200);
    await two.body!.cancel();
  });

  it("end when the model is deleted, and when the service stops", async () => {
    const own = await start();
    await own.put("/models/one", { task: "regression" });
    await own.put("/models/two", { task: "regression" });
    const [one, two] = await Promise.all(
      ["one", "two"].map((name) => fetch(`${own.address}/v1/models/${name}/events`)),
    );
    await own.call("DELETE", "/models/one");
    expect(await one.text()).toContain("event: metrics");
    await own.stop();
    expect(await two.text()).toContain("event: metrics");
  });
});

/** Lines as a network might bring them: cut anywhere. */
function* chunks(lines: readonly string[]): Generator<Buffer> {
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  for (let at = 0; at < bytes.length; at += 50_021) yield bytes.subarray(at, at + 50_021);
}
