import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConnectionError, client, type LearnAnswer, type ModelEvent, ServiceError } from "scinol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/*
 * A real server that fails as it is told to: what the service itself does not do at a test's bidding.
 */

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Act = (response: ServerResponse, received: Received) => void;

let server: Server;
let received: Received[];
let acts: Act[];

beforeEach(async () => {
  received = [];
  acts = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers, body });
    const act = acts.length > 1 ? acts.shift()! : acts[0];
    act(response, received.at(-1)!);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const model = (options = {}) => client(address(), options).model("clicks");

const json =
  (answer: unknown): Act =>
  (response) =>
    void response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
const problem =
  (status: number, detail: string, headers = {}): Act =>
  (response) =>
    void response
      .writeHead(status, { "content-type": "application/problem+json", ...headers })
      .end(JSON.stringify({ type: "about:blank", title: "no", status, detail, errors: [] }));
const hangUp: Act = (response) => void response.destroy();
const silence: Act = () => {};

const event = (n: number, key?: string) => ({
  x: { n },
  y: n % 2 === 0,
  ...(key === undefined ? {} : { key }),
});
const learned = (n: number, loss: number, position = n): LearnAnswer => ({
  learned: n,
  duplicates: 0,
  position,
  loss,
});

describe("a call", () => {
  it("goes to the model's route, as JSON, with the token", async () => {
    acts = [json({ label: "yes", position: 3 })];
    const prediction = await model({ token: "secret" }).predict({ x: { price: 3 } });
    expect(prediction).toEqual({ label: "yes", position: 3 });
    expect(received[0]).toMatchObject({
      method: "POST",
      url: "/v1/models/clicks/predict",
      body: '{"x":{"price":3}}',
      headers: { authorization: "Bearer secret", "content-type": "application/json" },
    });
  });

  it("escapes names and keys", async () => {
    acts = [json({ erased: 1 })];
    await client(`${address()}/`).model("a/b").erase("k&1=é");
    expect(received[0].url).toBe("/v1/models/a%2Fb/events?key=k%261%3D%C3%A9");
  });

  it("that is refused throws the problem document", async () => {
    acts = [problem(422, 'y: "jam" is not a class')];
    const refused = await model()
      .learn(event(1))
      .catch((error) => error);
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused).toMatchObject({
      status: 422,
      message: 'y: "jam" is not a class',
      problem: { title: "no" },
    });
  });

  it("that a proxy refuses throws what the proxy said", async () => {
    acts = [(response) => void response.writeHead(404).end("<h1>no such host</h1>")];
    await expect(model().details()).rejects.toMatchObject({
      status: 404,
      message: "HTTP 404 <h1>no such host</h1>",
    });
  });

  it("that nobody answers says where and why", async () => {
    const nowhere = client(new URL(address()), { retries: 0 });
    await new Promise((resolve) => server.close(resolve));
    await expect(nowhere.models()).rejects.toThrow(ConnectionError);
    await expect(nowhere.models()).rejects.toThrow(
      /^GET http:\/\/127\.0\.0\.1:\d+\/v1\/models: .*ECONNREFUSED/,
    );
  });

  it("ends in time", async () => {
    acts = [silence];
    await expect(model({ timeout: 50, retries: 0 }).details()).rejects.toThrow(/no answer within 50 ms/);
    await expect(model({ retries: 0 }).details({ timeout: 40 })).rejects.toThrow(/no answer within 40 ms/);
  });

  it("is given up when its signal says so, with the signal's reason, and not tried again", async () => {
    acts = [silence];
    const reason = new Error("the page was left");
    const controller = new AbortController();
    const asked = model().details({ signal: controller.signal });
    while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect(model().details({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(received.length).toBe(1);
  });
});

describe("a call that breaks", () => {
  const busy = problem(503, "starting");
  const harmless: [string, () => Promise<unknown>][] = [
    ["details", () => model().details()],
    ["create", () => model().create({ task: "regression" })],
    ["erase", () => model().erase("k")],
    ["predict without an id", () => model().predict([{ x: {} }, { x: {} }])],
    ["learn where every event has a key", () => model().learn([event(1, "a"), event(2, "b")])],
    ["label", () => model().label({ id: "a", y: true })],
    ["learnAll where every event has a key", () => model().learnAll([event(1, "a"), event(2, "b")])],
  ];
  it.each(harmless)("is made again: %s", async (_, call) => {
    acts = [hangUp, busy, json({ learned: 1 })];
    await call();
    expect(received.length).toBe(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  const harmful: [string, () => Promise<unknown>][] = [
    ["predict with an id", () => model().predict([{ x: {} }, { x: {}, id: "a" }])],
    ["learn where an event has no key", () => model().learn([event(1, "a"), event(2)])],
    ["learnAll where an event has no key", () => model().learnAll([event(1, "a"), event(2)])],
    ["rollback", () => model().rollback("7")],
    ["promote", () => model().promote("sgd")],
  ];
  it.each(harmful)("is made once: %s", async (_, call) => {
    acts = [hangUp, json({})];
    await expect(call()).rejects.toThrow(ConnectionError);
    expect(received.length).toBe(1);
  });

  it("is made again only where waiting helps", async () => {
    for (const status of [400, 404, 409, 500, 507]) {
      received = [];
      acts = [problem(status, "no"), json({})];
      await expect(model().details()).rejects.toMatchObject({ status });
      expect(received.length).toBe(1);
    }
  });

  it("is made again so many times and then fails as it did the last time", async () => {
    acts = [busy];
    await expect(model({ retries: 2 }).details()).rejects.toMatchObject({ status: 503, message: "starting" });
    expect(received.length).toBe(3);
  });

  it("waits as long as the service asks", async () => {
    acts = [problem(429, "slow down", { "retry-after": "1" }), json({})];
    const start = performance.now();
    await model().details();
    expect(performance.now() - start).toBeGreaterThan(950);
  });
});

describe("learning in bulk", () => {
  it("sends pieces of lines in order and adds up the answers", async () => {
    acts = [json(learned(2, 0.5, 2)), json(learned(2, 0.3, 4)), json(learned(1, 0.4, 5))];
    const progress: number[] = [];
    async function* events() {
      for (let n = 1; n <= 5; n++) yield event(n);
    }
    const answer = await model().learnAll(events(), {
      pieceOf: 2,
      onProgress: ({ position }) => progress.push(position),
    });
    expect(answer).toEqual({ learned: 5, duplicates: 0, position: 5, loss: expect.closeTo(0.4, 12) });
    expect(progress).toEqual([2, 4, 5]);
    expect(received.map(({ body }) => body.split("\n").length - 1)).toEqual([2, 2, 1]);
    expect(received.map(({ body }) => body).join("")).toBe(
      [1, 2, 3, 4, 5].map((n) => `${JSON.stringify(event(n))}\n`).join(""),
    );
    expect(received[0].headers["content-type"]).toBe("application/x-ndjson");
  });

  it("sends nothing of nothing", async () => {
    expect(await model().learnAll([])).toEqual({ learned: 0, duplicates: 0, position: 0, loss: null });
    expect(received).toEqual([]);
  });

  it("keeps pieces short where events are long", async () => {
    acts = [json(learned(1, 1))];
    const long = { x: { text: "a".repeat(600_000) }, y: 1 };
    await model().learnAll([long, long, long]);
    expect(received.length).toBe(2);
  });

  it("stops reading the source at the first piece that is refused", async () => {
    acts = [json(learned(1, 1)), problem(422, "line 1: x is not an object"), json(learned(1, 1))];
    let read = 0;
    function* events() {
      for (read = 1; read <= 100; read++) yield event(read);
    }
    await expect(model().learnAll(events(), { pieceOf: 1 })).rejects.toMatchObject({ status: 422 });
    expect(received.length).toBe(2);
    expect(read).toBeLessThan(5);
  });
});

describe("a stream of events", () => {
  const open = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });
  const drift = (position: number) => `event: drift\ndata: {"time":"","position":${position}}\n\n`;
  const positions = async (events: AsyncIterable<ModelEvent>, count: number) => {
    const got: number[] = [];
    for await (const { event, data } of events) {
      if (event === "drift") got.push(data.position);
      if (got.length === count) break;
    }
    return got;
  };

  it("is read however the pieces fall", async () => {
    const text = `: hello\r\n\r\n${drift(1).replaceAll("\n", "\r\n")}${drift(2)}event: drift\ndata: {"time":"é",\ndata: "position":3}\n\n`;
    const bytes = Buffer.from(text);
    acts = [
      async (response) => {
        open(response);
        for (const byte of bytes) {
          response.write(Buffer.of(byte));
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    ];
    expect(await positions(model().events(), 3)).toEqual([1, 2, 3]);
  });

  it("goes on with the next connection when one breaks", async () => {
    acts = [
      (response) => void open(response).write(drift(1), () => response.destroy()),
      (response) => void open(response).end(drift(2)),
      (response) => void response.writeHead(503).end(),
      (response) => void open(response).write(drift(3)),
    ];
    expect(await positions(model().events(), 3)).toEqual([1, 2, 3]);
    expect(received.length).toBe(4);
  });

  it("closes its connection when the loop is left", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    acts = [
      (response) => {
        closed = new Promise((resolve) => response.on("close", resolve));
        open(response).write(drift(1));
      },
    ];
    expect(await positions(model().events(), 1)).toEqual([1]);
    await closed;
  });

  it("ends when its signal says so", async () => {
    const controller = new AbortController();
    acts = [(response) => void open(response).write(drift(1))];
    const got: ModelEvent[] = [];
    for await (const event of model().events({ signal: controller.signal })) {
      got.push(event);
      controller.abort();
    }
    expect(got).toEqual([{ event: "drift", data: { time: "", position: 1 } }]);
  });

  it("throws where there is no such model", async () => {
    acts = [problem(404, "no model clicks")];
    await expect(positions(model().events(), 1)).rejects.toMatchObject({ status: 404 });
  });
});
