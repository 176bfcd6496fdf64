import { describe, expect, it } from "vitest";
import { columnOfValue } from "../../src/schema/column-of-value.ts";
import type { SchemaColumn } from "../../src/schema/schema.ts";
import { valueParser } from "../../src/schema/value-parser.ts";

const parse = (column: object, value: unknown, missing?: string[]) =>
  valueParser({ name: "x", ...column } as SchemaColumn, missing).parse(value);

const euro = { kind: "number", decimal: ",", unit: "€" };
const day = { kind: "date", format: "D.M.Y", parts: [] };
const noon = Date.UTC(2024, 11, 31, 12);

describe("a value", () => {
  it.each<[object, unknown, unknown]>([
    [euro, "740,60", 740.6],
    [euro, "740,60 €", 740.6],
    [euro, 740.6, 740.6],
    [euro, true, 1],
    [euro, -0, 0],
    [euro, "-0", 0],
    [{ kind: "indicator" }, "Yes", 1],
    [{ kind: "indicator" }, " f ", 0],
    [{ kind: "indicator" }, "1.0", 1],
    [{ kind: "indicator" }, 1, 1],
    [{ kind: "indicator" }, false, 0],
    [day, "31.12.2024 12:00", noon],
    [day, "2024-12-31T12:00Z", noon],
    [day, new Date(noon), noon],
    [day, noon, noon],
    [{ kind: "date", format: "epoch s", parts: [] }, noon / 1000, noon],
    [{ kind: "date", format: "epoch s", parts: [] }, String(noon / 1000), noon],
    [{ kind: "date", format: "epoch s", parts: [] }, "2024-12-31 12:00", noon],
    [{ kind: "date", format: "YMD", parts: [] }, 20241231, Date.UTC(2024, 11, 31)],
    [{ kind: "category" }, " red ", "red"],
    [{ kind: "category" }, "unknown", "unknown"],
    [{ kind: "category" }, 5, "5"],
    [{ kind: "category" }, true, "true"],
    [{ kind: "category" }, new Date(0), "1970-01-01T00:00:00.000Z"],
    [{ kind: "text" }, "Très BON, très bon!", ["très", "bon", "très", "bon"]],
    [{ kind: "text" }, ["One two", "three"], ["one", "two", "three"]],
    [{ kind: "text" }, 12.5, ["12", "5"]],
    [{ kind: "tokens" }, ["New York", " b "], ["New York", "b"]],
    [{ kind: "tokens" }, [], []],
    [{ kind: "tokens" }, ["a", null, ""], ["a"]],
    [{ kind: "tokens" }, "a|b", ["a|b"]],
    [{ kind: "tokens", separator: "|" }, "a| b||c", ["a", "b", "c"]],
    [{ kind: "ignored" }, "u17", undefined],
  ])("in %j: %j is %j", (column, value, expected) => {
    const parser = valueParser({ name: "x", ...column } as SchemaColumn);
    expect(parser.parse(value)).toEqual(expected);
    expect(parser.rejected.count).toBe(0);
  });

  it.each<[object, unknown]>([
    ...["", " ", "NA", " n/a", "?", "unknown", null, undefined, Number.NaN].flatMap(
      (value): [object, unknown][] => [
        [euro, value],
        [{ kind: "indicator" }, value],
        [day, value],
      ],
    ),
    ...["", " ", null, undefined, Number.NaN, new Date(Number.NaN)].flatMap((value): [object, unknown][] => [
      [{ kind: "category" }, value],
      [{ kind: "text" }, value],
      [{ kind: "tokens" }, value],
    ]),
    [day, new Date(Number.NaN)],
  ])("in %j: %j is missing", (column, value) => {
    const parser = valueParser({ name: "x", ...column } as SchemaColumn);
    expect([undefined, Number.NaN]).toContainEqual(parser.parse(value));
    expect(parser.rejected.count).toBe(0);
  });

  it.each<[object, unknown]>([
    [euro, "740.60"],
    [euro, "Calm"],
    [euro, "1e301"],
    [euro, 1e301],
    [euro, Number.POSITIVE_INFINITY],
    [euro, new Date()],
    [euro, [5]],
    [{ kind: "indicator" }, "2"],
    [{ kind: "indicator" }, 2],
    [day, "12/31/2024"],
    [day, true],
    [day, 9e15],
    [{ kind: "category" }, { a: 1 }],
    [{ kind: "text" }, { a: 1 }],
  ])("in %j: %j does not fit; it is missing and counted", (column, value) => {
    const parser = valueParser({ name: "x", ...column } as SchemaColumn);
    parser.parse(value);
    expect([undefined, Number.NaN]).toContainEqual(parser.parse(value));
    expect(parser.rejected).toMatchObject({ count: 2, first: value });
  });

  it("may be a bigint", () => {
    expect(parse(euro, 5n)).toBe(5);
    expect(columnOfValue("x", 5n)).toEqual({ name: "x", kind: "number" });
  });

  it("is missing if it is among the schema's missing texts, as a text or as a number", () => {
    for (const value of ["-999", " -999 ", -999]) {
      expect(parse({ kind: "number" }, value, ["-999"])).toBeNaN();
      expect(parse({ kind: "category" }, value, ["-999"])).toBeUndefined();
      expect(parse({ kind: "tokens" }, [value, "a"], ["-999"])).toEqual(["a"]);
    }
    expect(parse({ kind: "number" }, "-99", ["-999"])).toBe(-99);
  });
});

describe("a value of a stream without a schema", () => {
  it.each<[unknown, string | undefined]>([
    [5, "number"],
    [true, "indicator"],
    [new Date(0), "date"],
    ["2024-12-31", "date"],
    ["2024-12-31T12:00:00Z", "date"],
    ["31.12.2024", "category"],
    ["740,60", "category"],
    ["red", "category"],
    ["three words only", "category"],
    ["these are four words", "text"],
    [["a", "b"], "tokens"],
    [[], undefined],
    [[1, 2], undefined],
    [null, undefined],
    [undefined, undefined],
    [Number.NaN, undefined],
    ["", undefined],
    ["NA", undefined],
    [new Date(Number.NaN), undefined],
    [{ a: 1 }, undefined],
  ])("has the kind of its type: %j is %s", (value, kind) => {
    expect(columnOfValue("x", value)?.kind).toBe(kind);
  });
});
