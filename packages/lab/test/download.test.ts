import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DataFile } from "../src/datasets/dataset.ts";
import { download } from "../src/datasets/download.ts";
import { contentsOf } from "../src/datasets/files.ts";

const content = Buffer.from(Array.from({ length: 40_000 }, (_, n) => `row ${n}\n`).join(""));
const sha256 = createHash("sha256").update(content).digest("hex");
const ranges: (string | undefined)[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  ranges.push(request.headers.range);
  answer(request, response);
});
let url: string;
let folder: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "download-"));
  ranges.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (): DataFile => ({ path: "set/data.txt", bytes: content.length, sha256, url });
const fast = { pause: 1 };

/** Serves from where it is asked to, and breaks off after so many bytes as long as there are cuts left. */
function serve(bytes: Buffer, cuts: number, each = 50_000) {
  answer = (request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { "content-length": bytes.length - from });
    if (cuts-- > 0) {
      response.write(bytes.subarray(from, from + each), () => setTimeout(() => response.destroy(), 20));
    } else response.end(bytes.subarray(from));
  };
}

describe("downloading", () => {
  it("goes on where a connection broke, and tells its progress", async () => {
    serve(content, 2);
    const told: number[] = [];
    const place = join(folder, "set/data.txt");
    await download(file(), place, { ...fast, progress: (_, bytes) => told.push(bytes) });
    expect(readFileSync(place).equals(content)).toBe(true);
    expect(ranges[0]).toBeUndefined();
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range!))).toBe(true);
    expect(told.at(-1)).toBe(content.length);
    expect(readdirSync(join(folder, "set"))).toEqual(["data.txt"]);
  });

  it("unpacks what comes packed", async () => {
    serve(gzipSync(content), 0);
    await download(file(), join(folder, "data.txt"), fast);
    expect(readFileSync(join(folder, "data.txt")).equals(content)).toBe(true);
  });

  it("refuses wrong bytes in one line and leaves nothing behind", async () => {
    serve(Buffer.from("something else"), 0);
    const place = join(folder, "data.txt");
    await expect(download(file(), place, fast)).rejects.toThrow(
      `${url}: checksum of set/data.txt does not match (14 bytes, expected ${content.length}); the file is damaged or another version: delete it and fetch again`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("gives up after some attempts; what has come waits beside the place, never in it, and the next command goes on", async () => {
    serve(content, 99, 60_000);
    const place = join(folder, "data.txt");
    await expect(download(file(), place, { attempts: 2, pause: 1 })).rejects.toThrow(
      /^set\/data.txt: http.*--data-dir$/,
    );
    expect(existsSync(place)).toBe(false);
    serve(content, 0);
    ranges.length = 0;
    await download(file(), place, fast);
    expect(ranges[0]).toMatch(/^bytes=[1-9]\d*-$/);
    expect(readFileSync(place).equals(content)).toBe(true);
  });

  it("begins again where the server knows no ranges", async () => {
    serve(content, 0);
    writeFileSync(join(folder, "data.txt.part"), content.subarray(0, 1000));
    answer = (_, response) => {
      response.writeHead(200, { "content-length": content.length });
      response.end(content);
    };
    await download(file(), join(folder, "data.txt"), fast);
    expect(readFileSync(join(folder, "data.txt")).equals(content)).toBe(true);
  });

  it("does not ask again when the server says no", async () => {
    answer = (_, response) => {
      response.writeHead(404);
      response.end();
    };
    await expect(download(file(), join(folder, "data.txt"), fast)).rejects.toThrow("the server answers 404");
    expect(ranges).toHaveLength(1);
  });
});

describe("finding files", () => {
  const set = () => ({ files: [file()] }) as never;

  it("takes them from a directory that is named, plain or packed, before any download", async () => {
    writeFileSync(join(folder, "data.txt.gz"), gzipSync(content));
    const own = { files: [{ ...file(), path: "data.txt" }] } as never;
    const [found] = await contentsOf(own, { dataDir: folder });
    expect(content.equals(found)).toBe(true);
    expect(ranges).toEqual([]);
  });

  it("refuses one that has another checksum, by its place", async () => {
    writeFileSync(join(folder, "data.txt"), "wrong");
    const own = { files: [{ ...file(), path: "data.txt" }] } as never;
    await expect(contentsOf(own, { dataDir: folder })).rejects.toThrow(
      `${join(folder, "data.txt")}: checksum of data.txt does not match`,
    );
  });

  it("says where it looked for one that is missing", async () => {
    await expect(contentsOf(set(), { dataDir: folder, network: false })).rejects.toThrow(
      `set/data.txt: not found in ${folder}`,
    );
  });
});
