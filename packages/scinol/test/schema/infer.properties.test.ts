import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSchema } from "../../src/schema/check-schema.ts";
import { infer, look } from "../../src/schema/infer.ts";
import { valueParser } from "../../src/schema/value-parser.ts";
import { anyRecord } from "../arbitraries.ts";

/** Values that JSON and CSV can both write. */
const anyValues = fc.oneof(
  fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })), {
    minLength: 1,
    maxLength: 40,
  }),
  fc.array(fc.option(fc.integer({ min: -3, max: 3 })), { minLength: 1, maxLength: 40 }),
  fc.array(fc.option(fc.boolean()), { minLength: 1, maxLength: 40 }),
  fc.array(
    fc.option(
      fc.constantFrom(
        "red",
        "green",
        "light blue",
        "one two three four",
        "NA",
        "2024-12-31",
        "31.12.2024",
        "12%",
        "3",
      ),
    ),
    {
      minLength: 1,
      maxLength: 40,
    },
  ),
);

const anyColumns = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.array(anyValues, { minLength: 1, maxLength: 4 }))
  .map(([rows, columns]) =>
    columns.map((values) => Array.from({ length: rows }, (_, n) => values[n % values.length])),
  );

const toRecords = (columns: readonly (readonly unknown[])[]) =>
  columns[0].map((_, row) => Object.fromEntries(columns.map((values, n) => [`c${n}`, values[row]])));

describe("inference", () => {
  it("is deterministic, and its schema survives JSON and the check", () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 30 }), (records) => {
        const schema = infer(records);
        expect(infer(records)).toEqual(schema);
        expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
        expect(checkSchema(JSON.parse(JSON.stringify(schema)))).toEqual(schema);
      }),
    );
  });

  it("is the same of records in JSON and of their texts in CSV", () => {
    fc.assert(
      fc.property(anyColumns, (columns) => {
        const texts = columns.map((values) => values.map((value) => (value === null ? "" : String(value))));
        expect(infer(toRecords(texts))).toEqual(infer(toRecords(columns)));
      }),
    );
  });

  it("is the same of records and of columns", () => {
    fc.assert(
      fc.property(anyColumns, (columns) => {
        const named = new Map(columns.map((values, n) => [`c${n}`, values]));
        expect(look(named)).toEqual(look(toRecords(columns)));
        expect(look(Object.fromEntries(named))).toEqual(look(named));
      }),
    );
  });

  it("gives columns that read a JSON value and its text alike", () => {
    fc.assert(
      fc.property(anyColumns, (columns) => {
        const { columns: inferred } = infer(toRecords(columns));
        columns.forEach((values, n) => {
          const parser = valueParser(inferred[n]);
          for (const value of values) {
            expect(parser.parse(value === null ? "" : String(value))).toEqual(parser.parse(value));
          }
        });
      }),
    );
  });

  it("gives columns that reject few of the sample's values, with a note", () => {
    fc.assert(
      fc.property(anyColumns, (columns) => {
        const { schema, notes } = look(toRecords(columns));
        columns.forEach((values, n) => {
          const parser = valueParser(schema.columns[n]);
          for (const value of values) parser.parse(value);
          if (parser.rejected.count === 0) return;
          expect(parser.rejected.count).toBeLessThanOrEqual(values.length / 4);
          expect(notes.join()).toContain("as missing");
        });
      }),
    );
  });
});
