import { describe, expect, it } from "vitest";
import { type OpenOptions, open, type TableReader } from "../src/index.ts";
import { everything, pieces } from "./reading.ts";

const read = (text: string, options: OpenOptions = {}) =>
  everything(open(pieces(text), { name: "t", ...options }));
const openJson = async (text: string, options: OpenOptions = {}) =>
  (await open(pieces(text), { name: "t", ...options })) as TableReader;

describe("JSON Lines", () => {
  it("is recognised by its brace", async () => {
    expect((await openJson('\n {"a":1}\n')).format).toBe("jsonl");
  });

  it("passes records through as they are", async () => {
    expect((await read('{"a":1,"b":{"c":"x","d":[1,2]},"e":null,"f":true}\n\n{"a":2.5e-3}')).rows).toEqual([
      { a: 1, b: { c: "x", d: [1, 2] }, e: null, f: true },
      { a: 0.0025 },
    ]);
  });

  it("flattens nested values to dotted names in blocks", async () => {
    const reader = await openJson(
      '{"a":1,"b":{"c":"x","d":[1,2]},"f":true,"g":"2024-01-01"}\n{"b":{"c":"y"}}\n',
    );
    expect(reader.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ["a", "number"],
      ["b.c", "text"],
      ["b.d.0", "number"],
      ["b.d.1", "number"],
      ["f", "boolean"],
      ["g", "date"],
    ]);
    const { NaN: none } = Number;
    for await (const block of reader.blocks()) {
      expect([...block.numbers]).toEqual([1, 1, 2, 1, 1704067200000, none, none, none, none, none]);
      expect([...block.codes]).toEqual([0, 1]);
      expect([...block.lines]).toEqual([1, 2]);
    }
  });

  it.each([
    ['{"a":1}\n{"a":\n', 't:2: expected a JSON object, got "{\\"a\\":"; write one complete object a line'],
    ['{"a":1}\n[1]\n', 't:2: expected a JSON object, got "[1]"; write one complete object a line'],
    ['{"a":1}\n{"a":1e999}\n', 't:2: column "a": the value is too large for a number; correct it'],
  ])("says of %j: %s", async (text, message) => {
    expect((await read(text)).error).toBe(message);
  });

  it("says that there are no rows", async () => {
    expect((await read("\n\n", { format: "jsonl" })).error).toBe("t: has no rows");
    expect((await read("", { format: "svmlight" })).error).toBe("t: has no rows");
  });

  it("reports a value of another kind, and a column the first rows did not have", async () => {
    const many = '{"a":1}\n'.repeat(1000);
    const blocksOf = async (text: string, options: OpenOptions = {}) => {
      const reader = await openJson(text, options);
      for await (const _ of reader.blocks());
      return reader;
    };
    await expect(blocksOf(`${many}{"a":"x"}\n`)).rejects.toThrow(
      't:1001: column "a": expected a number, got "x"; name it in --categorical or --missing',
    );
    await expect(blocksOf(`${many}{"b":1}\n`)).rejects.toThrow(
      't:1001: column "b": the first rows have no such column; name it in --numeric, --categorical or --ignore',
    );
    const reader = await blocksOf(`${many}{"b":1}\n{"a":"x"}\nnonsense\n`, {
      onError: "skip",
      numeric: ["b"],
    });
    expect(reader.skipped.count).toBe(2);
  });

  it("delivers a line as soon as it has come", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* endless() {
      yield Buffer.from('{"a":1}\n');
      await held;
      yield Buffer.from('{"a":2}\n');
    }
    const reader = (await open(endless(), { patience: 5 })) as TableReader;
    const blocks = reader.blocks();
    expect((await blocks.next()).value?.rows).toBe(1);
    release();
    expect((await blocks.next()).value?.numbers[0]).toBe(2);
  });
});
