import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { open } from "../src/index.ts";
import { everything, fileOf, pieces } from "./reading.ts";

const text = "a,b\n1,x\n2,y\n";
const rows = [
  { a: 1, b: "x" },
  { a: 2, b: "y" },
];

/** The text as zstd packs it: one frame with a raw block. */
const zstd = Buffer.from("28b52ffd0058610000612c620a312c780a322c790a", "hex");

describe("sources", () => {
  it("reads a path, a Readable and any async iterable of bytes", async () => {
    expect((await everything(open(fileOf("plain.csv", text)))).rows).toEqual(rows);
    expect((await everything(open(Readable.from([Buffer.from(text)])))).rows).toEqual(rows);
    expect((await everything(open(pieces(text, 3)))).rows).toEqual(rows);
  });

  it("unpacks gzip whatever the file is called, also in several members", async () => {
    const members = Buffer.concat([gzipSync(text.slice(0, 6)), gzipSync(text.slice(6))]);
    expect((await everything(open(fileOf("gzip.txt", members)))).rows).toEqual(rows);
    expect((await everything(open(pieces(gzipSync(text), 1)))).rows).toEqual(rows);
  });

  it("says that gzip is cut off or damaged", async () => {
    const long = Array.from({ length: 5000 }, (_, i) => `${i},${(i * 7919) % 1000}\n`).join("");
    const packed = gzipSync(long);
    const cut = fileOf("cut.csv.gz", packed.subarray(0, packed.length - 9));
    expect((await everything(open(cut))).error).toBe(
      `${cut}: the gzip data is cut off before its end; the file is incomplete`,
    );
    const damaged = Buffer.from(packed);
    damaged.fill(0x55, 2000, 2100);
    expect((await everything(open(pieces(damaged), { name: "d" }))).error).toBe(
      "d: the gzip data is damaged; make the file again",
    );
  });

  it("unpacks zstd whatever the file is called", async () => {
    expect((await everything(open(fileOf("zstd.gz", zstd)))).rows).toEqual(rows);
    expect((await everything(open(pieces(zstd, 1)))).rows).toEqual(rows);
  });

  it("unpacks zstd of many blocks, and says that it is cut off", async () => {
    const content = await compressed(Buffer.from(text.repeat(20_000)));
    if (content === undefined) return;
    expect((await everything(open(pieces(content), { header: false, sample: 5 }))).rows.length).toBe(60_000);
    expect((await everything(open(pieces(content, 1000), { header: false, sample: 5 }))).rows.length).toBe(
      60_000,
    );
    const cut = await everything(open(pieces(content.subarray(0, content.length - 20)), { name: "z" }));
    expect(cut.error).toBe("z: the zstd data is cut off before its end; the file is incomplete");
  });

  it("names a missing file and a directory", async () => {
    expect((await everything(open("nowhere.csv"))).error).toBe("nowhere.csv: no such file");
    expect((await everything(open(tmpdir()))).error).toBe(`${tmpdir()}: is a directory; name a file`);
  });

  it("tells how far it is", async () => {
    const reader = await open(fileOf("progress.csv", text));
    for await (const block of reader.blocks()) expect(block.rows).toBe(2);
    expect(reader.progress()).toEqual({ bytes: text.length, total: text.length });
  });
});

/** The bytes as the zstd program packs them; undefined where there is none. */
function compressed(bytes: Uint8Array): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const child = execFile("zstd", ["-c", "-q"], { encoding: "buffer" }, (error, output) =>
      resolve(error ? undefined : output),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end(bytes);
  });
}
