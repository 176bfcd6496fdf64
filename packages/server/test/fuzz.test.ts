import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, events, startForAll } from "./service.ts";

const service = await startForAll({ limits: { patience: 300, idle: 300 } });
const { port } = new URL(service.address);
let before: Buffer;

beforeAll(async () => {
  await service.put("/models/m", {
    task: "classification",
    classes: ["no", "yes"],
    options: { schema: { a: "number" } },
  });
  await service.post("/models/m/learn", events(50));
  await service.put("/models/m/challengers/c", { options: { memory: "all" } });
  await service.post("/models/m/predict", { x: { a: 1 }, id: "waiting" });
  before = await service.model("m");
});

/** Whatever was sent: nothing has come of it, and the service is as alive as before. */
afterAll(async () => {
  expect(await service.model("m")).toEqual(before);
  expect((await service.get("/models")).json.models.map(({ name }: { name: string }) => name)).toEqual(["m"]);
  expect((await service.get("/models/m")).json).toMatchObject({
    position: 51,
    challengers: ["c"],
    metrics: { labels: { waiting: 1 } },
  });
});

const WITH_BODY: [method: string, path: string][] = [
  ["PUT", "/models/new"],
  ["POST", "/models/m/predict"],
  ["POST", "/models/m/learn"],
  ["POST", "/models/m/label"],
  ["POST", "/models/m/rollback"],
  ["PUT", "/models/m/challengers/new"],
];
const ROUTES: [method: string, path: string][] = [
  ...WITH_BODY,
  ["PUT", "/models/m/import"],
  ["DELETE", "/models/m/events"],
  ["POST", "/models/m/challengers/nobody/promote"],
  ["DELETE", "/models/m/challengers/nobody"],
];

function expectRefusal({ status, headers, json, text }: Answer, what: string): void {
  expect(status, `${what}: ${text}`).toBeGreaterThanOrEqual(400);
  expect(status, `${what}: ${text}`).toBeLessThan(500);
  expect(headers.get("content-type"), what).toBe("application/problem+json; charset=utf-8");
  expect(json, what).toMatchObject({
    type: "about:blank",
    status,
    title: expect.any(String),
    detail: expect.any(String),
  });
  expect(json.detail, what).not.toMatch(/\n/);
}

/** Refused, and the field that is wrong has a name. */
function expectField(answer: Answer, what: string): void {
  expectRefusal(answer, what);
  if (answer.status !== 404)
    expect(answer.json.errors?.[0].field, `${what}: ${answer.text}`).toEqual(expect.any(String));
}

const json = { "content-type": "application/json" };

describe("a body that is not JSON", () => {
  const malformed: { [what: string]: BodyInit } = {
    nothing: "",
    "a word": "hello",
    "an open object": '{"x":{"a":1}',
    "an open array": "[".repeat(10_000),
    "a comma too many": '{"x":{"a":1},}',
    "a number too many": "1 2",
    NaN: '{"x":{"a":NaN},"y":"no"}',
    "two values": '{"x":{}}{"x":{}}',
    "a byte order mark": '\ufeff{"x":{},"y":"no"}',
    "half a letter": Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d]),
    zeros: Buffer.alloc(1000),
    "a control character": '{"x":{"a":"\u0001"}}',
  };
  for (const [what, raw] of Object.entries(malformed)) {
    it(`is refused: ${what}`, async () => {
      for (const [method, path] of WITH_BODY) {
        expectField(await service.call(method, path, { raw, headers: json }), `${method} ${path}`);
      }
    });
  }
});

it("a large body of brackets is refused before it takes memory", async () => {
  for (const raw of ["[".repeat(5e6), '{"x":'.repeat(1e6), `["\\"[",${"[".repeat(2e6)}`]) {
    const answer = await service.call("POST", "/models/m/learn", { raw, headers: json });
    expectField(answer, raw.slice(0, 10));
    expect(answer.json.detail).toBe("body: nested deeper than 100 levels");
  }
});

describe("JSON of the wrong shape", () => {
  const deep = 10_000;
  const shapes: { [what: string]: string } = {
    null: "null",
    "a number": "5",
    "a text": '"text"',
    "an empty array": "[]",
    "an array of null": "[null]",
    "an array of arrays": "[[]]",
    "nothing in it": "{}",
    "everything null": '{"x":null,"y":null,"id":null,"task":null,"snapshot":null,"options":null}',
    "everything an array": '{"x":[],"y":[],"id":[],"task":[],"snapshot":[],"options":[]}',
    "everything a number": '{"x":1,"y":1,"id":1,"task":1,"snapshot":1,"options":1}',
    "an unknown field":
      '{"x":{"a":1},"y":"no","id":"a","task":"regression","snapshot":"1","options":{},"more":1}',
    "a __proto__": '{"__proto__":{"x":{"a":1},"y":"no","task":"regression"}}',
    "arrays, deep": `${"[".repeat(deep)}${"]".repeat(deep)}`,
    "objects, deep": `${'{"x":'.repeat(deep)}1${"}".repeat(deep)}`,
    "a deep record": `{"x":${'{"a":'.repeat(deep)}1${"}".repeat(deep)},"y":"no"}`,
    "a deep batch": `[{"x":{"a":${"[".repeat(deep)}${"]".repeat(deep)}},"y":"no"}]`,
    "a huge number": '{"x":{"b":1e999},"y":"no"}',
    "a huge nested number": '{"x":{"b":{"c":[-1e400,"a"]}},"y":"no"}',
    "a huge weight": '{"x":{"a":1},"y":"no","weight":1e999}',
    "half a pair": '{"x":{"colour":"\\ud800"},"y":"no","id":"\\ud800","task":"\\udfff"}',
    "half a pair in a name": '{"x":{"\\udc00":1},"y":"no"}',
    "a text where a number was declared": '{"x":{"a":"twelve"},"y":"no"}',
    "a column twice": '{"x":{"b":{"c":1},"b.c":2},"y":"no"}',
  };
  for (const [what, raw] of Object.entries(shapes)) {
    it(`is refused: ${what}`, async () => {
      for (const [method, path] of WITH_BODY) {
        // An empty object is all a challenger needs.
        if (path.endsWith("/challengers/new") && ["{}"].includes(raw)) continue;
        expectField(await service.call(method, path, { raw, headers: json }), `${method} ${path}`);
      }
    });
  }

  it("is refused, whatever it is", async () => {
    const junk = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.record(
        { x: fc.jsonValue(), y: fc.oneof(fc.constant("maybe"), fc.jsonValue()), weight: fc.jsonValue() },
        { requiredKeys: [] },
      ),
      fc.record({ id: fc.jsonValue(), y: fc.constantFrom(null, "maybe", 7, [], {}) }),
    );
    await fc.assert(
      fc.asyncProperty(
        junk,
        fc.constantFrom(...WITH_BODY.filter(([, path]) => !path.includes("challengers"))),
        async (body, [method, path]) => {
          const answer = await service.call(method, path, { raw: JSON.stringify(body), headers: json });
          // Some records can be predicted, and some labels find nothing.
          if (answer.status < 300) {
            expect(path).toMatch(/predict|label/);
          } else expectField(answer, `${method} ${path} ${JSON.stringify(body)}`);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a stream of lines", () => {
  const headers = { "content-type": "application/x-ndjson" };
  const good = JSON.stringify(events(1)[0]);

  it("with a mistake anywhere in a piece learns nothing of it, and names the line", async () => {
    const bad = [
      "{",
      "null",
      "[]",
      "5",
      '{"x":{}}',
      '{"x":{},"y":"maybe"}',
      '{"x":{"a":1e999},"y":"no"}',
      '{"x":{"b":"\\ud800"},"y":"no"}',
      '{"x":{},"y":"no","z":1}',
    ];
    for (const line of bad) {
      const answer = await service.call("POST", "/models/m/learn", {
        raw: `${good}\n\n${line}\n${good}\n`,
        headers,
      });
      expectField(answer, line);
      expect(answer.json.errors[0].field).toMatch(/^line 3/);
      expect(answer.json).toMatchObject({ learned: 0, position: 51 });
    }
  });

  it("of nothing learns nothing", async () => {
    const answer = await service.call("POST", "/models/m/learn", { raw: "\n \n\r\n", headers });
    expect(answer.json).toEqual({ learned: 0, duplicates: 0, refused: 0, position: 51, loss: null });
  });
});

describe("content of the wrong type", () => {
  it("is refused by every route that takes a body", async () => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=a",
      "application/xml",
      "application/jsonx",
      "nonsense",
      "/",
      "",
    ];
    for (const [method, path] of [...WITH_BODY, ["PUT", "/models/m/import"]]) {
      for (const type of types) {
        const answer = await service.call(method, path, {
          raw: Buffer.from("{}"),
          headers: { "content-type": type },
        });
        expectField(answer, `${method} ${path} ${type}`);
        expect(answer.status).toBe(415);
      }
    }
    for (const [method, path] of WITH_BODY.filter(([, path]) => !path.endsWith("/learn"))) {
      expect(
        (
          await service.call(method, path, {
            raw: "{}\n",
            headers: { "content-type": "application/x-ndjson" },
          })
        ).status,
      ).toBe(415);
    }
    expect((await service.call("PUT", "/models/m/import", { raw: "{}", headers: json })).status).toBe(415);
  });
});

describe("an address that leads nowhere", () => {
  it("is answered with a problem document", async () => {
    for (const path of [
      "/",
      "/models/nobody",
      "/models/nobody/curve",
      "/models/nobody/export",
      "/nothing",
      "//nothing",
      "/models/m/nothing",
      "/models/%zz",
      "/models/%00",
      `/models/${"a".repeat(500)}`,
      "/models/..%2f..%2fetc",
      "//index.php",
    ]) {
      expectRefusal(await service.get(path), path);
    }
    for (const [method, path] of ROUTES) {
      expectRefusal(
        await service.call(method, path.replace("/m/", "/nobody/"), { body: { x: {}, y: "no" } }),
        path,
      );
    }
    expectRefusal(await service.call("PATCH", "/models/m"), "PATCH");
    for (const query of ["", "?key=", "?other=1", `?key=${"k".repeat(300)}`, "?key=a&key=b"]) {
      expectField(await service.call("DELETE", `/models/m/events${query}`), query);
    }
  });
});

describe("a connection", () => {
  it("that breaks off in the middle of a body leaves nothing behind", async () => {
    const body = JSON.stringify(events(20));
    for (const [method, path] of WITH_BODY) {
      for (const type of ["application/json", "application/x-ndjson"]) {
        await speak(
          `${method} /v1${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 500)}`,
          30,
        );
      }
    }
    await speak(
      'POST /v1/models/m/learn HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n[{"x"',
      30,
    );
  });

  it("on which a body does not come in time is told so", async () => {
    for (const type of ["application/json", "application/x-ndjson"]) {
      const answer = await speak(
        `POST /v1/models/m/learn HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n[{`,
      );
      expect(answer, type).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain("application/problem+json");
    }
  });

  it("that speaks something else is told so", async () => {
    for (const text of [
      "hello\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${"x".repeat(20_000)}\r\n\r\n`,
      "POST /v1/models/m/learn HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
    ]) {
      const answer = await speak(text);
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
      expect(answer).toContain("application/problem+json");
    }
  });
});

it("bytes at random, plain or packed, are refused by every route", async () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (const [method, path] of [...WITH_BODY, ["PUT", "/models/m/import"]]) {
    const type = path.endsWith("import") ? "application/octet-stream" : "application/json";
    for (let n = 0; n < 10; n++) {
      const bytes = Buffer.from(
        Array.from({ length: Math.floor(random() * 400) }, () => Math.floor(random() * 256)),
      );
      const packed = n % 2 === 1;
      const headers = { "content-type": type, ...(packed ? { "content-encoding": "gzip" } : {}) };
      expectField(
        await service.call(method, path, { raw: packed && n % 4 === 1 ? gzipSync(bytes) : bytes, headers }),
        path,
      );
    }
  }
});

/** Sends text and answers what comes back; breaks off after so many milliseconds, if told to. */
function speak(text: string, breakOff?: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(text);
      if (breakOff !== undefined) setTimeout(() => socket.destroy(), breakOff);
    });
    socket.setEncoding("utf8").on("data", (part) => {
      answer += part;
    });
    socket.on("close", () => resolve(answer)).on("error", () => {});
  });
}

it("a stream of lines may take longer than any other body, whatever is said of its letters", {
  timeout: 10_000,
}, async () => {
  await service.put("/models/patient", { task: "classification" });
  const line = `${JSON.stringify({ x: { a: 1 }, y: "yes" })}\n`;
  const raw = new ReadableStream({
    async start(stream) {
      for (let n = 0; n < 16; n++) {
        stream.enqueue(Buffer.from(line));
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
      stream.close();
    },
  });
  const headers = { "content-type": "application/x-ndjson; charset=utf-8" };
  const answer = await service.call("POST", "/models/patient/learn", { raw, headers });
  await service.call("DELETE", "/models/patient");
  expect(answer.json).toMatchObject({ learned: 16 });
});
