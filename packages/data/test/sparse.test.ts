import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StreamSource } from "../src/bytes/byte-source.ts";
import { Window } from "../src/bytes/window.ts";
import { type OpenOptions, open, type SparseReader } from "../src/index.ts";
import { settle } from "../src/options.ts";
import { sparseRecord } from "../src/sparse.ts";
import { readSvmlight } from "../src/svmlight.ts";
import { everything, pieces } from "./reading.ts";

const read = (text: string, options: OpenOptions = {}) =>
  everything(open(pieces(text), { name: "t", ...options }));

describe("svmlight", () => {
  it("is recognised by its pairs", async () => {
    expect((await open(pieces("-1 1:0.5 7:2\n"))).format).toBe("svmlight");
    expect((await open(pieces("1 qid:3 1:0.5 # note\n"))).format).toBe("svmlight");
    expect((await open(pieces("1 12:30 x\n2 12:45 y\n"))).format).toBe("csv");
  });

  it("reads labels, indices and values, and passes over comments and query numbers", async () => {
    const { rows } = await read("# file\n+1 1:0.5 7:-2e1 # x\n\n-1 qid:3 3:1\r\n0.5\n", {
      format: "svmlight",
    });
    expect(rows).toEqual([
      { label: 1, weight: 1, features: { 1: 0.5, 7: -20 } },
      { label: -1, weight: 1, features: { 3: 1 } },
      { label: 0.5, weight: 1, features: {} },
    ]);
  });

  it("yields rows as slices of one list", async () => {
    const reader = (await open(pieces("1 5:2 3:1\n2\n3 9:4\n"), { format: "svmlight" })) as SparseReader;
    for await (const block of reader.blocks()) {
      expect([...block.offsets]).toEqual([0, 2, 2, 3]);
      expect([...block.indices]).toEqual([5, 3, 9]);
      expect([...block.values]).toEqual([2, 1, 4]);
      expect([...block.labels]).toEqual([1, 2, 3]);
      expect([...block.lines]).toEqual([1, 2, 3]);
    }
  });

  it.each([
    ["1 1:2\nx 1:2\n", 't:2: expected a number for a label, got "x"'],
    ["1 1:2\n1 a:2\n", 't:2: expected index:value, got "a:2"'],
    ["1 1:2\n1 3\n", 't:2: expected index:value, got "3"'],
    ["1 1:2\n1 3:\n", 't:2: expected a number after index 3, got ""'],
    ["1 1:2\n1 3:1e999\n", 't:2: expected a number after index 3, got "1e999"'],
    ["1 1:2\n1 3:1 3:2\n", "t:2: the index 3 occurs twice"],
    ["1 1:2\n1 99999999999:1\n", 't:2: the index "99999999999" is larger than 4294967295'],
  ])("says of %j: %s", async (text, message) => {
    const { rows, error } = await read(text);
    expect(error).toBe(message);
    expect(rows).toHaveLength(1);
    expect(await read(text, { onError: "skip" })).toMatchObject({ skipped: 1, rows });
  });
});

describe("svmlight's compiled scanner", () => {
  const readWith = async (text: string, compiled: boolean, onError: "fail" | "skip") => {
    const window = new Window(new StreamSource(pieces(text, 50), "s"));
    const settings = settle({ onError });
    const blocks = compiled ? readSvmlight(window, settings) : readSvmlight(window, settings, null);
    const rows: unknown[] = [];
    let error: unknown;
    try {
      for await (const block of blocks) {
        for (let row = 0; row < block.rows; row++) rows.push([block.lines[row], sparseRecord(block, row)]);
      }
    } catch (failure) {
      error = String(failure);
    }
    return { rows, error, skipped: settings.skipped.count };
  };

  it("reads what the plain code reads", async () => {
    const odd = [
      "1e3",
      "1e999",
      "x",
      "",
      "-",
      "1.2.3",
      "1:2",
      "123456789012345",
      "1234567890123456",
      "12345678901234567890",
    ];
    const value = fc.oneof(
      { weight: 8, arbitrary: fc.stringMatching(/^-?\d{1,8}\.?\d{0,5}$/) },
      { weight: 2, arbitrary: fc.constantFrom("-0", "1.", ".25", "-.5", "0.12345678901") },
      { weight: 1, arbitrary: fc.constantFrom(...odd) },
    );
    const index = fc.oneof(
      fc.nat(2 ** 33).map(String),
      fc.constantFrom("7", "00000012", "99999999", "123456789"),
    );
    const ascending = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), value), { maxLength: 12 })
      .map((list) => list.sort(([a], [b]) => a - b).map(([i, text]) => ` ${i}:${text}`));
    const any = fc.array(
      fc
        .tuple(fc.constantFrom(" ", " ", " ", "  ", "\t"), index, value)
        .map(([gap, i, text]) => `${gap}${i}:${text}`),
      { maxLength: 3 },
    );
    const pairs = fc.oneof(ascending, any).map((list) => list.join(""));
    const label = fc.constantFrom("1", "-1", "+1", "0.25", "x", "");
    const ending = fc.constantFrom("\n", "\n", "\n", " \n", "\r\n", " # note\n", "#\n", " qid:3\n");
    const line = fc.tuple(label, pairs, ending).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 20 }),
        fc.constantFrom("fail", "skip"),
        async (lines, onError) => {
          const text = lines.join("");
          expect(await readWith(text, true, onError)).toEqual(await readWith(text, false, onError));
        },
      ),
      { numRuns: Number(process.env.SCINOL_FUZZ ?? 100) },
    );
  });

  it.each([
    "1 00000012:1 99999999:2\n",
    "1 123456789:1\n",
    "-1 1:123456789012345 2:1234567890123456 3:-.12345678901234\n",
    "-0 1:-0 2:1. 3:.5 4:00012\n",
    "1 1:2 3:4é\n",
  ])("reads %j as the plain code does", async (text) => {
    expect(await readWith(text, true, "fail")).toEqual(await readWith(text, false, "fail"));
  });

  it("delivers rows longer than a block, and many that fill blocks unevenly", async () => {
    const row = (n: number) => `1 ${Array.from({ length: n }, (_, i) => `${i + 1}:0.5`).join(" ")}\n`;
    const text = row(70_000) + row(30_000) + row(30_000) + row(30_000) + row(3) + row(140_000);
    const reader = (await open(pieces(text, 1 << 16), { format: "svmlight" })) as SparseReader;
    const lengths: number[] = [];
    for await (const block of reader.blocks()) {
      for (let r = 0; r < block.rows; r++) {
        const [from, to] = [block.offsets[r], block.offsets[r + 1]];
        lengths.push(to - from);
        expect(block.indices[from]).toBe(1);
        expect(block.indices[to - 1]).toBe(to - from);
      }
      expect(block.values.every((value) => value === 0.5)).toBe(true);
      expect(block.weights.every((weight) => weight === 1)).toBe(true);
    }
    expect(lengths).toEqual([70_000, 30_000, 30_000, 30_000, 3, 140_000]);
  });
});

describe("Vowpal Wabbit text", () => {
  it("is recognised by its bar", async () => {
    expect((await open(pieces("1 |a x:2 y\n"))).format).toBe("vw");
    expect((await open(pieces("| x:2 y\n"))).format).toBe("vw");
    expect((await open(pieces("1|2|3\n4|5|6\n"))).format).toBe("csv");
  });

  it("reads labels, importance, tags, namespaces with weights, values and bare names", async () => {
    const text = "1 2.5 'tag|a x:2 y |b:0.5 x:3 z\n-1 |a x\n|  x y:4\n0 tag|c d\n1 | the cat the\n";
    expect((await read(text)).rows).toEqual([
      { label: 1, weight: 2.5, tag: "tag", features: { "a^x": 2, "a^y": 1, "b^x": 1.5, "b^z": 0.5 } },
      { label: -1, weight: 1, features: { "a^x": 1 } },
      { label: null, weight: 1, features: { x: 1, y: 4 } },
      { label: 0, weight: 1, tag: "tag", features: { "c^d": 1 } },
      { label: 1, weight: 1, features: { the: 2, cat: 1 } },
    ]);
  });

  it.each([
    ["1 |a x\nx |a y\n", 't:2: expected a number before the "|", got "x"'],
    ["1 |a x\n1 2 3 4 |a y\n", 't:2: expected a label, an importance and a base, got "1 2 3 4"'],
    ["1 |a x\n1 a b\n", 't:2: expected a "|" before the features, got "1 a b"'],
    ["1 |a x\n1 |a y:z\n", 't:2: expected a number for a feature\'s value, got "y:z"'],
    ["1 |a x\n1 |a:q y\n", 't:2: expected a number for a namespace\'s weight, got "q"'],
    ["1 |a x\n1 -1 |a y\n", "t:2: the importance -1 is negative; give 0 or more"],
  ])("says of %j: %s", async (text, message) => {
    const { rows, error } = await read(text);
    expect(error).toBe(message);
    expect(rows).toHaveLength(1);
  });
});
