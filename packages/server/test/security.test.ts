import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Tokens } from "../src/http/tokens.ts";
import { serve } from "../src/serve.ts";
import { events, freshDirectory, start, tokens } from "./service.ts";

const READ = "read-token-0123456789";
const LEARN = "learn-token-0123456789";
const ADMIN = "admin-token-0123456789";
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe("tokens", () => {
  it("allow what their scope says, and nothing else", async () => {
    const service = await start({
      tokens: tokens(`read ${READ}\nlearn ${LEARN}\n# a comment\n\nadmin ${ADMIN}\n`),
    });
    expect(
      (await service.call("PUT", "/models/m", { body: { task: "classification" }, ...bearer(ADMIN) })).status,
    ).toBe(201);
    const [event] = events(1);
    const calls: [method: string, path: string, body: unknown, allowed: string[]][] = [
      ["GET", "/models", undefined, [READ, LEARN, ADMIN]],
      ["GET", "/models/m", undefined, [READ, LEARN, ADMIN]],
      ["GET", "/models/m/export", undefined, [READ, LEARN, ADMIN]],
      ["GET", "//metrics", undefined, [READ, LEARN, ADMIN]],
      ["POST", "/models/m/predict", { x: {} }, [READ, LEARN, ADMIN]],
      ["POST", "/models/m/predict", { x: {}, id: "one" }, [LEARN, ADMIN]],
      ["POST", "/models/m/predict", [{ x: {} }, { x: {}, id: "one" }], [LEARN, ADMIN]],
      ["POST", "/models/m/learn", event, [LEARN, ADMIN]],
      ["POST", "/models/m/label", { id: "one", y: "no" }, [LEARN, ADMIN]],
      ["DELETE", "/models/m/events?key=one", undefined, [ADMIN]],
      ["PUT", "/models/m/challengers/c", { options: {} }, [ADMIN]],
      ["POST", "/models/m/challengers/c/promote", undefined, [ADMIN]],
      ["POST", "/models/m/rollback", { snapshot: "1" }, [ADMIN]],
      ["PUT", "/models/other", { task: "regression" }, [ADMIN]],
      ["DELETE", "/models/other", undefined, [ADMIN]],
    ];
    for (const [method, path, body, allowed] of calls) {
      const nobody = await service.call(method, path, { body });
      expect(nobody.status, `${method} ${path}`).toBe(401);
      expect(nobody.headers.get("www-authenticate")).toBe("Bearer");
      expect((await service.call(method, path, { body, ...bearer("a-token-nobody-gave") })).status).toBe(401);
      for (const token of [READ, LEARN, ADMIN]) {
        const { status } = await service.call(method, path, { body, ...bearer(token) });
        if (allowed.includes(token)) expect(status, `${method} ${path} ${token}`).toBeLessThan(300);
        else expect(status, `${method} ${path} ${token}`).toBe(403);
      }
    }
    for (const path of ["//healthz", "//readyz", "//docs", "//openapi.json"])
      expect((await service.get(path)).status).toBe(200);
  });

  it("are asked for when others than this machine can reach the service", async () => {
    const options = { data: freshDirectory(), port: 0, host: "0.0.0.0", log: undefined as never };
    await expect(serve(options)).rejects.toThrow(
      "to be reached from elsewhere (host 0.0.0.0) the service needs tokens; give --token-file",
    );
  });

  it("come from a file in which every mistake has its line", () => {
    const wrong = [
      ["write some-token-0123456", "tokens.txt:1: expected a scope (read, learn, admin) and a token"],
      ["\nread", "tokens.txt:2: expected one token behind the scope"],
      ["read one-token-01234567 two", "tokens.txt:1: expected one token behind the scope"],
      ["read short", "tokens.txt:1: the token is shorter than 16 letters; openssl rand -hex 32 makes one"],
      ["# none\n", 'tokens.txt: holds no token; write lines like "admin SECRET"'],
    ];
    for (const [text, message] of wrong) expect(() => Tokens.parse(text, "tokens.txt")).toThrow(message);
  });
});

describe("where a request comes from", () => {
  it("must be this machine by one of its names, where that is all that is served", async () => {
    const service = await start();
    for (const host of ["localhost:1", "127.0.0.1", "[::1]:8080"]) {
      expect(
        await raw(service.address, `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1.1 200/);
    }
    for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"]) {
      const answer = await raw(
        service.address,
        `GET /v1/models HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 421/);
      expect(answer).toContain('"field":"host"');
    }
  });

  it("must not be the page of another origin, unless it was named", async () => {
    const closed = await start();
    const elsewhere = { headers: { origin: "https://evil.example" } };
    expect((await closed.get("/models", elsewhere)).status).toBe(403);
    expect((await closed.get("/models", { headers: { origin: closed.address } })).status).toBe(200);
    expect(
      (await closed.call("OPTIONS", "/models", elsewhere)).headers.get("access-control-allow-origin"),
    ).toBeNull();

    const open = await start({ origins: ["https://app.example"] });
    const named = { headers: { origin: "https://app.example" } };
    expect((await open.get("/models", named)).headers.get("access-control-allow-origin")).toBe(
      "https://app.example",
    );
    const before = await open.call("OPTIONS", "/models/m/learn", named);
    expect(before.status).toBe(204);
    expect(before.headers.get("access-control-allow-methods")).toBe("GET, PUT, POST, DELETE");
    expect((await open.get("/models", elsewhere)).status).toBe(403);
  });

  it("does not matter for the headers: every answer forbids what is not needed", async () => {
    const service = await start();
    for (const path of ["/models", "//nothing", "//docs", "//healthz"]) {
      const { headers } = await service.get(path);
      const policy = headers.get("content-security-policy")!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe("limits", () => {
  it("have clear answers, and the model stays as it was", async () => {
    const service = await start({
      limits: {
        body: 20_000,
        batch: 10,
        columns: 20,
        name: 30,
        text: 50,
        key: 12,
        weight: 100,
        models: 2,
        challengers: 1,
        line: 5000,
        file: 50_000,
      },
    });
    await service.put("/models/m", { task: "classification" });
    await service.post("/models/m/learn", events(5));
    const before = await service.model("m");
    const [{ x, y }] = events(1);
    const wide = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`c${n}`, n]));
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`);
    const refused: [body: unknown, status: number, field: string][] = [
      [{ x: { a: "x".repeat(20_000) }, y }, 413, ""],
      [events(11), 400, "body"],
      [[], 400, "body"],
      [{ x: wide, y }, 400, "x"],
      [{ x: { nested: wide }, y }, 400, "x"],
      [
        [
          { x, y },
          { x: { a: [deep] }, y },
        ],
        400,
        "[1].x",
      ],
      [{ x: { ["n".repeat(31)]: 1 }, y }, 400, "x"],
      [{ x: { a: "t".repeat(51) }, y }, 400, "x.a"],
      [{ x: { a: { b: "t".repeat(51) } }, y }, 400, "x.a.b"],
      [{ x, y, key: "k".repeat(13) }, 400, "key"],
      [{ x, y, key: "" }, 400, "key"],
      [{ x, y, weight: 101 }, 400, "weight"],
      [{ x, y, weight: -1 }, 400, "weight"],
    ];
    for (const [body, status, field] of refused) {
      const { json, status: got } = await service.post("/models/m/learn", body);
      expect([got, json.status], JSON.stringify(json)).toEqual([status, status]);
      if (field !== "") expect(json.errors[0].field).toContain(field);
    }
    const headers = { "content-type": "application/x-ndjson" };
    const long = await service.call("POST", "/models/m/learn", {
      raw: `{"x":{"a":"${"x".repeat(6000)}"},"y":"no"}\n`,
      headers,
    });
    expect(long.status).toBe(413);
    expect(long.json.errors[0].field).toBe("line 1");
    const file = { raw: Buffer.alloc(60_000), headers: { "content-type": "application/octet-stream" } };
    expect((await service.call("PUT", "/models/m/import", file)).status).toBe(413);
    expect(await service.model("m")).toEqual(before);

    await service.put("/models/n", { task: "regression" });
    expect((await service.put("/models/o", { task: "regression" })).status).toBe(409);
    await service.put("/models/m/challengers/a", {});
    expect((await service.put("/models/m/challengers/b", {})).status).toBe(409);
    for (const name of ["A", "-a", "a%2Fb", "a".repeat(65), "..", "%00"]) {
      expect([400, 404], name).toContain(
        (await service.put(`/models/${name}`, { task: "regression" })).status,
      );
    }
  });

  it("stop a body that grows when it is unpacked", async () => {
    const service = await start({ limits: { inflated: 200_000 } });
    await service.put("/models/m", { task: "classification" });
    const before = await service.model("m");
    const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, " "));
    const json = { "content-type": "application/json", "content-encoding": "gzip" };
    expect((await service.call("POST", "/models/m/learn", { raw: bomb, headers: json })).status).toBe(413);
    const lines = { ...json, "content-type": "application/x-ndjson" };
    const blank = gzipSync(Buffer.alloc(100 * 2 ** 20, "\n"));
    expect((await service.call("POST", "/models/m/learn", { raw: blank, headers: lines })).status).toBe(413);
    expect(await service.model("m")).toEqual(before);
  });
});

it("bodies that are held open take no more memory than all of them may", async () => {
  const service = await start({ limits: { bodies: 300_000 } });
  await service.put("/models/m", { task: "classification" });
  const { port } = new URL(service.address);
  const head = "POST /v1/models/m/learn HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json";
  const answers = new Array<string>(6).fill("");
  const sockets = answers.map((_, n) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`${head}\r\ncontent-length: 100000\r\n\r\n${" ".repeat(99_000)}`);
    return socket.setEncoding("utf8").on("data", (part) => {
      answers[n] += part;
    });
  });
  const refused = () => answers.filter((answer) => answer.startsWith("HTTP/1.1 503 ")).length;
  await expect.poll(refused).toBe(3);
  expect((await service.post("/models/m/learn", events(200))).status).toBe(503);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await service.post("/models/m/learn", events(50))).status).toBe(200);
});

describe("a request that a web page elsewhere causes", () => {
  const images = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

  it("is refused, an image's too, but for links to pages", async () => {
    const service = await start();
    await service.put("/models/m", { task: "classification" });
    const status = (path: string, headers: { readonly [name: string]: string }) =>
      ask(service.address, "GET", path, headers).then((answer) => answer.status);
    for (const path of ["/v1/models/m", "/v1/models", "/metrics", "/healthz"]) {
      expect(await status(path, images), path).toBe(403);
      expect(await status(path, { ...images, "sec-fetch-site": "same-site" }), path).toBe(403);
      expect(await status(path, link), path).toBe(403);
      expect(await status(path, { ...images, "sec-fetch-site": "same-origin" }), path).toBe(200);
      expect(await status(path, { ...link, "sec-fetch-site": "none" }), path).toBe(200);
    }
    expect(await status("/docs", link)).toBe(200);
    expect(await status("/docs", images)).toBe(403);
  });

  it("is known from our own pages' also behind a proxy that passes localhost on as the host", async () => {
    const service = await start();
    await service.put("/models/m", { task: "classification" });
    const proxy = createServer((request, response) => {
      const headers = { ...request.headers, host: "localhost" };
      const { method, url } = request;
      request.pipe(
        send(new URL(url!, service.address), { method, headers }, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        }),
      );
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const predict = (headers: { readonly [name: string]: string }) =>
      ask(
        address,
        "POST",
        "/v1/models/m/predict",
        { "content-type": "application/json", ...headers },
        '{"x":{"a":1}}',
      );
    const origin = "https://models.example";
    expect((await predict({ origin, "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await predict({ origin, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await predict({ origin })).status).toBe(403);
    proxy.close();
  });
});

/** A request with any headers, also those that only browsers may set. */
async function ask(
  address: string,
  method: string,
  path: string,
  headers: { readonly [name: string]: string },
  body = "",
): Promise<{ status: number | undefined }> {
  const request = send(new URL(path, address), { method, headers, agent: false });
  request.end(body);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode };
}

describe("gzip", () => {
  it("is undone in requests, and done to long answers for who takes it", async () => {
    const service = await start();
    await service.put("/models/m", { task: "classification" });
    const examples = events(200);
    const json = { "content-type": "application/json", "content-encoding": "gzip" };
    const sent = await service.call("POST", "/models/m/learn", {
      raw: gzipSync(JSON.stringify(examples)),
      headers: json,
    });
    expect(sent.json).toMatchObject({ learned: 200 });
    const lines = gzipSync(examples.map((event) => `${JSON.stringify(event)}\n`).join(""));
    const streamed = await service.call("POST", "/models/m/learn", {
      raw: lines,
      headers: { ...json, "content-type": "application/x-ndjson" },
    });
    expect(streamed.json).toMatchObject({ learned: 200, position: 400 });
    const packed = await service.get("/models/m/curve", { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const plain = await service.get("/models/m/curve", {
      headers: { "accept-encoding": "gzip;q=0, identity" },
    });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.json).toEqual(plain.json);
  });

  it("that is none, is cut short, or is of another kind is refused", async () => {
    const service = await start();
    await service.put("/models/m", { task: "classification" });
    const whole = gzipSync(JSON.stringify(events(100)));
    for (const type of ["application/json", "application/x-ndjson"]) {
      for (const body of [Buffer.from("not gzip"), whole.subarray(0, whole.length - 20)]) {
        const headers = { "content-type": type, "content-encoding": "gzip" };
        const refused = await service.call("POST", "/models/m/learn", { raw: body, headers });
        expect(refused.status, refused.text).toBe(400);
        expect(refused.json.errors[0].field).toBe("body");
      }
      const headers = { "content-type": type, "content-encoding": "br" };
      expect((await service.call("POST", "/models/m/learn", { raw: whole, headers })).status).toBe(415);
    }
    expect((await service.get("/models/m")).json.position).toBe(0);
  });
});

/** Sends bytes as they are, and answers what comes back before the connection is closed. */
function raw(address: string, text: string): Promise<string> {
  const { port, hostname } = new URL(address);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding("utf8").on("data", (part) => {
      answer += part;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}
