import { describe, expect, it } from "vitest";
import { checkSchema } from "../../src/schema/check-schema.ts";

const column = (fields: object) => ({ columns: [{ name: "price", ...fields }] });

describe("a schema", () => {
  it("is returned as it is, in a copy, if nothing in it is wrong", () => {
    const schema = {
      columns: [
        { name: "price", kind: "number", decimal: ",", thousands: ".", unit: "€", magnitudes: false },
        { name: "created", kind: "date", format: "D.M.Y", parts: ["hour", "weekday", "month"], level: true },
        { name: "review", kind: "text", hash: 18 },
        { name: "tags", kind: "tokens", separator: "|" },
        { name: "color", kind: "category" },
        { name: "open", kind: "indicator" },
        { name: "id", kind: "ignored", because: "3,000 different values in 3,000 rows" },
      ],
      target: { name: "open", task: "binary", positive: "yes" },
      missing: ["-999"],
    };
    expect(checkSchema(schema)).toEqual(schema);
    expect(checkSchema(schema)).not.toBe(schema);
    expect(checkSchema(JSON.parse(JSON.stringify(schema)))).toEqual(schema);
    expect(checkSchema({ columns: [] })).toEqual({ columns: [] });
  });

  it.each<[unknown, string]>([
    [5, "schema: must be an object, got 5"],
    [null, "schema: must be an object, got null"],
    [[], "schema: must be an object, got a list"],
    [{}, 'schema: "columns" must be a list, got undefined'],
    [{ colums: [] }, 'schema: unknown property "colums"; did you mean "columns"?'],
    [{ columns: {} }, 'schema: "columns" must be a list, got an object'],
    [{ columns: [7] }, "schema: column 1: must be an object, got 7"],
    [{ columns: [{ kind: "number" }] }, 'schema: column 1: "name" must be a text, got undefined'],
    [
      column({}),
      'schema: column "price": has no "kind"; one of "number", "indicator", "category", "date", "text", "tokens", "ignored"',
    ],
    [column({ kind: "numbr" }), 'schema: column "price": unknown kind "numbr"; did you mean "number"?'],
    [
      column({ kind: 5 }),
      'schema: column "price": unknown kind 5; one of "number", "indicator", "category", "date", "text", "tokens", "ignored"',
    ],
    [
      column({ kind: "number", decimals: "," }),
      'schema: column "price": unknown property "decimals"; did you mean "decimal"?',
    ],
    [
      column({ kind: "category", unit: "$" }),
      'schema: column "price": unknown property "unit"; one of "name", "kind"',
    ],
    [
      column({ kind: "number", decimal: ";" }),
      'schema: column "price": unknown decimal ";"; did you mean "."?',
    ],
    [
      column({ kind: "number", thousands: "." }),
      'schema: column "price": "decimal" and "thousands" are both "."; they must differ',
    ],
    [
      column({ kind: "number", unit: "5" }),
      'schema: column "price": "unit" must be up to 16 letters or signs without digits, got "5"',
    ],
    [
      column({ kind: "number", magnitudes: 1 }),
      'schema: column "price": "magnitudes" must be true or false, got 1',
    ],
    [column({ kind: "date", parts: [] }), /^schema: column "price": has no "format"; one of "Y-M-D", /],
    [
      column({ kind: "date", format: "D.M.YY", parts: [] }),
      'schema: column "price": unknown format "D.M.YY"; did you mean "D.M.Y"?',
    ],
    [
      column({ kind: "date", format: "D.M.Y" }),
      'schema: column "price": "parts" must be a list, got undefined',
    ],
    [
      column({ kind: "date", format: "D.M.Y", parts: ["hours"] }),
      'schema: column "price": unknown part "hours"; did you mean "hour"?',
    ],
    [
      column({ kind: "date", format: "D.M.Y", parts: ["hour", "hour"] }),
      'schema: column "price": "parts" has one of them twice',
    ],
    [
      column({ kind: "text", hash: 40 }),
      'schema: column "price": "hash" must be a whole number from 1 to 25, got 40',
    ],
    [column({ kind: "tokens", separator: "" }), 'schema: column "price": "separator" must not be empty'],
    [column({ kind: "ignored", because: 5 }), 'schema: column "price": "because" must be a text, got 5'],
    [
      {
        columns: [
          { name: "a", kind: "text" },
          { name: "a", kind: "text" },
        ],
      },
      'schema: two columns are named "a"; rename one',
    ],
    [{ columns: [], missing: "NA" }, 'schema: "missing" must be a list of texts, got "NA"'],
    [{ columns: [], missing: [5] }, 'schema: "missing" must be a text, got 5'],
    [
      { ...column({ kind: "number" }), target: { name: "prise", task: "regression" } },
      'schema: target: there is no column "prise"; did you mean "price"?',
    ],
    [
      { ...column({ kind: "number" }), target: { name: "price", task: "regresion" } },
      'schema: target: unknown task "regresion"; did you mean "regression"?',
    ],
    [
      { ...column({ kind: "number" }), target: { name: "price", task: "regression", positive: 1 } },
      'schema: target: "positive" is for the task "binary", not "regression"',
    ],
    [
      { ...column({ kind: "number" }), target: { name: "price", task: "binary", positive: [] } },
      'schema: target: "positive" must be a text, a number or a boolean, got an object',
    ],
  ] as [unknown, string][])("%j is refused: %s", (schema, message) => {
    expect(() => checkSchema(schema)).toThrow(RangeError);
    expect(() => checkSchema(schema)).toThrow(message);
    expect(() => checkSchema(schema)).not.toThrow("\n");
  });
});
