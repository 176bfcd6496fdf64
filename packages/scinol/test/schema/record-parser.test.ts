import { describe, expect, it } from "vitest";
import { infer } from "../../src/schema/infer.ts";
import { RecordParser } from "../../src/schema/record-parser.ts";
import type { Schema } from "../../src/schema/schema.ts";

const schema: Schema = {
  columns: [
    { name: "price", kind: "number", decimal: ",", unit: "€" },
    { name: "user.city", kind: "category" },
    { name: "point.0", kind: "number" },
    { name: "point.1", kind: "number" },
    { name: "tags", kind: "tokens" },
    { name: "history", kind: "ignored" },
  ],
  missing: ["none given"],
};

describe("a record", () => {
  it("is read as its schema has it, in the order of its columns", () => {
    const parser = new RecordParser(schema);
    const record = {
      tags: ["a", "b"],
      point: [1, 2.5],
      user: { city: "Rome" },
      price: "740,60 €",
      history: [1, 2, 3],
    };
    expect(parser.parse(record)).toEqual([740.6, "Rome", 1, 2.5, ["a", "b"], undefined]);
    expect(parser.parse({ price: "none given", user: { city: "none given" }, tags: [] })).toEqual([
      Number.NaN,
      undefined,
      undefined,
      undefined,
      [],
      undefined,
    ]);
    expect([...parser.unknown, ...parser.absent, ...parser.rejections()]).toEqual([]);
  });

  it("of JSON and the cells of a CSV row come to the same values", () => {
    const json = new RecordParser(schema).parse({ price: 740.6, user: { city: "Rome" }, point: [1, 2.5] });
    const cells = {
      price: "740,6",
      "user.city": " Rome",
      "point.0": "1",
      "point.1": "2.50",
      tags: "",
      history: "",
    };
    expect(new RecordParser(schema).parse(cells)).toEqual(json);
  });

  it("may have unknown columns, lack others, and hold values that do not fit; each has a line", () => {
    const parser = new RecordParser(schema);
    parser.parse({ price: "1,5", size: 5, more: { size: 5 }, list: ["a", "b"] });
    parser.parse({ price: "Calm", user: { city: "Rome" } });
    parser.parse({ price: "1.5", point: ["west", 1] });
    expect([...parser.unknown]).toEqual(["size", "more.size", "list"]);
    expect([...parser.absent]).toEqual(["tags", "history"]);
    expect(parser.rejections()).toEqual([
      'column "price": 2 values are no number and missing; the first is "Calm" in row 2',
      'column "point.0": 1 value is no number and missing; the first is "west" in row 3',
    ]);
  });

  it("of the sample is read without unknown or absent columns", () => {
    const records = Array.from({ length: 50 }, (_, n) => ({
      a: n / 8,
      list: [n, n / 2],
      lists: [[n], { b: "x" }],
      tags: n % 2 === 0 ? [] : ["t"],
      when: new Date(n * 1e10),
    }));
    const parser = new RecordParser(infer(records));
    for (const record of records) parser.parse(record);
    expect([...parser.unknown, ...parser.absent, ...parser.rejections()]).toEqual([]);
  });
});
