import { closeSync, openSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { open } from "../src/index.ts";
import { ColumnBytes, codec, leastRoom, stateSize } from "../src/parquet/column-bytes.ts";
import { Damaged } from "../src/parquet/damaged.ts";
import { readFooter } from "../src/parquet/footer.ts";
import { pageType } from "../src/parquet/page-header.ts";
import { PageMemory } from "../src/parquet/page-memory.ts";
import { isPlain, written } from "./parquet-files.ts";
import { everything, fileOf } from "./reading.ts";

const footerOf = (bytes: Uint8Array) => {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true);
  return readFooter(bytes.subarray(bytes.length - 8 - size, bytes.length - 8));
};

describe("a page's header", () => {
  it("may be longer than the room for packed bytes, for the statistics in it", () => {
    const text = "x".repeat(100_000);
    // Thrift: a data page of 8 bytes, one value, plain; in its statistics one text.
    const varint = [(text.length & 127) | 128, ((text.length >> 7) & 127) | 128, text.length >> 14];
    const front = [
      0x15,
      0,
      0x15,
      16,
      0x15,
      16,
      0x2c,
      0x15,
      2,
      0x15,
      0,
      0x15,
      6,
      0x15,
      6,
      0x1c,
      0x18,
      ...varint,
    ];
    const page = Buffer.concat([
      Buffer.from(front),
      Buffer.from(text),
      Buffer.from([0, 0, 0]),
      Buffer.alloc(8, 7),
    ]);
    const file = openSync(fileOf("long-header", Buffer.concat([page, page])), "r");
    const memory = new PageMemory([stateSize, leastRoom.input, leastRoom.window, leastRoom.dictionary]);
    const bytes = new ColumnBytes(memory, leastRoom, memory.addresses);
    bytes.openChunk(file, 0, 2 * page.length);
    for (let pages = 0; pages < 2; pages++) {
      expect(bytes.pageHeader()).toMatchObject({ type: 0, size: 8, unpackedSize: 8, values: 1 });
      bytes.openSection(8, 8, codec.none);
      bytes.need(8);
      expect(bytes.bytes[bytes.start + 7]).toBe(7);
    }
    expect(() => bytes.pageHeader()).toThrow(Damaged);
    closeSync(file);
  });
});

describe("a column's bytes", () => {
  it("may lie behind the first two gigabytes of the memory", () => {
    const far = 2 ** 31;
    const room = { input: 1 << 10, window: 1 << 10, dictionary: 0 };
    const memory = new PageMemory([stateSize, far, room.input, room.window, room.dictionary]);
    const [state, , ...regions] = memory.addresses;
    expect(Math.min(...regions)).toBeGreaterThan(far);
    const header = [0x15, 0, 0x15, 16, 0x15, 16, 0x2c, 0x15, 2, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0];
    const page = Buffer.concat([Buffer.from(header), Buffer.alloc(8, 7)]);
    const file = openSync(fileOf("far", page), "r");
    const bytes = new ColumnBytes(memory, room, [state, ...regions]);
    bytes.openChunk(file, 0, page.length);
    expect(bytes.pageHeader()).toMatchObject({ type: 0, size: 8, unpackedSize: 8, values: 1 });
    bytes.openSection(8, 8, codec.none);
    bytes.need(8);
    expect(bytes.bytes[bytes.start + 7]).toBe(7);
    closeSync(file);
  });
});

describe("a page that Snappy packed", () => {
  it.each([
    ["what it says", [], true],
    ["more than it says", [0, 7], false],
  ])("makes sense when it holds %s", (_, tooMany, sound) => {
    // How long it will be, a literal of eight bytes, and maybe one of one byte.
    const packed = Buffer.from([8, 7 << 2, 1, 2, 3, 4, 5, 6, 7, 8, ...tooMany]);
    const file = openSync(fileOf("snappy", packed), "r");
    const memory = new PageMemory([stateSize, leastRoom.input, leastRoom.window, leastRoom.dictionary]);
    const bytes = new ColumnBytes(memory, leastRoom, memory.addresses);
    bytes.openChunk(file, 0, packed.length);
    bytes.openSection(packed.length, 8, codec.snappy);
    // However often one asks.
    for (let turn = 0; turn < 2; turn++) {
      if (sound) expect(() => bytes.need(8)).not.toThrow();
      else expect(() => bytes.need(8)).toThrow(Damaged);
    }
    closeSync(file);
  });
});

describe("damaged Parquet", () => {
  const sql = `select i::integer as a, if(i % 3 = 0, null, i / 7) as b, 'text' || i % 5 as c, 'some ' || i as d, i % 2 = 0 as e,
    repeat('x', i % 50) as f from range(300) as r(i)`;
  let bytes: Uint8Array;
  let raw: Uint8Array;

  beforeAll(async () => {
    bytes = readFileSync(await written(sql));
    raw = readFileSync(await written(sql, ", compression uncompressed"));
  });

  const read = (content: Uint8Array) => everything(open(fileOf("damaged.parquet", content)));
  const numRuns = Number(process.env.SCINOL_FUZZ ?? 100);

  it("is left to DuckDB when its first rows make no sense", async () => {
    const gone = Uint8Array.from(bytes);
    gone.fill(0, 4, 400);
    const path = fileOf("gone.parquet", gone);
    expect(isPlain(path)).toBe(false);
    expect((await everything(open(path))).error).toMatch(/gone\.parquet: /);
  });

  it("is read by DuckDB where the footer says less than there is", async () => {
    const [claimed, wrong] = [Uint8Array.from(raw), 7];
    const { unpackedSize } = footerOf(raw).groups[0].chunks[0];
    const claim = (size: number) => [((size * 2) & 127) | 128, (size * 2) >> 7];
    const at = Buffer.from(claimed).lastIndexOf(
      Buffer.from([0x16, ...claim(unpackedSize), 0x16, ...claim(unpackedSize)]),
    );
    claimed.set(claim(wrong), at + 1);
    const path = fileOf("claimed.parquet", claimed);
    expect(footerOf(claimed).groups[0].chunks.some((chunk) => chunk.unpackedSize === wrong)).toBe(true);
    expect(isPlain(path)).toBe(false);
    expect(await everything(open(path))).toEqual(await read(raw));
  });

  it("is told in one line when rows further down are gone", async () => {
    const options = ", compression uncompressed, row_group_size 2048";
    const gone = readFileSync(await written("select i as a, i / 3 as b from range(5000) as r(i)", options));
    const { at } = footerOf(gone).groups[2].chunks[1];
    gone.fill(0, at, at + 20);
    const { rows, error } = await read(gone);
    expect(rows).toHaveLength(1000);
    expect(error).toMatch(
      /damaged\.parquet: column "b": the Parquet data is damaged or cut off; make the file again$/,
    );
  });

  it.each(["i % 5 / 2", "i % 5", "'text ' || i % 5"])(
    "has no dictionary of %s where only the row group before has one",
    async (value) => {
      const options = ", compression uncompressed, row_group_size 2048";
      const without = readFileSync(await written(`select ${value} as a from range(4096) as r(i)`, options));
      const { at } = footerOf(without).groups[1].chunks[0];
      // Behind the first byte is the type of the page: a dictionary becomes an index, which is passed over.
      expect(without[at + 1]).toBe(2 * pageType.dictionary);
      without[at + 1] = 2 * 1;
      const { rows, error } = await read(without);
      expect(rows.length).toBeLessThanOrEqual(2048);
      expect(error).toMatch(/column "a": the Parquet data is damaged or cut off/);
    },
  );

  it("may have lists in lists without end in its footer", async () => {
    const deep = Buffer.alloc(1_000_000, 0x19);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(deep.length);
    expect((await read(Buffer.concat([Buffer.from("PAR1"), deep, size, Buffer.from("PAR1")]))).error).toMatch(
      /damaged\.parquet: /,
    );
  });

  it("is read or refused in one line, whatever bytes are changed", async () => {
    const change = fc.tuple(fc.nat(), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (packed, changes) => {
          const content = Uint8Array.from(packed ? bytes : raw);
          for (const [at, byte] of changes) content[at % content.length] = byte;
          const { rows } = await read(content);
          expect(rows.length).toBeLessThanOrEqual(300);
        },
      ),
      { numRuns: 3 * numRuns },
    );
  });

  it("is read or refused in one line, whatever bytes are changed behind its first rows", async () => {
    const long = `select i / 7 as a, i % 3 as b, (i % 50) / 4 as c, if(i % 900 = 7, null, i / 9) as d, round(i / 64) as e
      from range(4000) as r(i)`;
    const options = ", row_group_size 2048, compression";
    const files = [await written(long, `${options} snappy`), await written(long, `${options} uncompressed`)];
    const [packed, plain] = files.map((path) => readFileSync(path));
    const chunks = [packed, plain].map((file) => footerOf(file).groups.flatMap((group) => group.chunks));
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.nat(9),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.nat(255)), {
          minLength: 1,
          maxLength: 4,
        }),
        async (isPacked, place, changes) => {
          const content = Uint8Array.from(isPacked ? packed : plain);
          const { at, size } = chunks[isPacked ? 0 : 1][place];
          for (const [share, byte] of changes) content[at + Math.floor(share * size)] = byte;
          const { rows, error } = await read(content);
          expect(error === undefined ? rows.length : 4000).toBe(4000);
        },
      ),
      { numRuns },
    );
  });

  it("is read or refused in one line, wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.boolean(), async (length, footer) => {
        // With its footer still there, what it says of the data is wrong.
        const end =
          bytes.length - new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true) - 8;
        const parts = footer
          ? [bytes.subarray(0, Math.min(length, end)), bytes.subarray(end)]
          : [bytes.subarray(0, length)];
        await read(Buffer.concat(parts));
      }),
      { numRuns },
    );
  });
});
