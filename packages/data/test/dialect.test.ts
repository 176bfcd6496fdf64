import fc from "fast-check";
import { expect, test } from "vitest";
import { tellDialect } from "../src/csv/dialect.ts";

const cell = fc.oneof(
  fc.integer({ min: -2, max: 2 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    "",
    "NA",
    "-999",
    "1.0",
    "+1",
    "-0",
    "1e999",
    ".",
    " 5",
    "0x10",
    "red",
    "ü",
    "true",
    "2024-05-31",
  ),
  fc.constantFrom('"a"', '"b,c"', '"x""y"', '"1"', '"two\nlines"', '"open', "\u0007"),
);

/** A table of columns that mostly keep to one kind of cell, some rows of it too long, too short or blank. */
const text = fc
  .tuple(
    fc.constantFrom(",", ";", "\t", " "),
    fc.constantFrom("\n", "\r\n"),
    fc.array(cell, { maxLength: 4 }),
  )
  .chain(([delimiter, end, usual]) => {
    const row = fc.tuple(...usual.map((kept) => fc.oneof({ weight: 4, arbitrary: fc.constant(kept) }, cell)));
    const odd = fc.array(cell, { maxLength: 5 });
    const rows = fc.array(fc.oneof({ weight: 5, arbitrary: row }, odd), { maxLength: 12 });
    return rows.map((all) => all.map((fields: string[]) => fields.join(delimiter) + end).join(""));
  });

/** UTF-8, but for the bell, which becomes a byte that no such text has. */
const bytesOf = (content: string) => Buffer.from(content).map((byte) => (byte === 7 ? 255 : byte));

test("what the scanner shows of the first rows is what splitting them shows", () => {
  fc.assert(
    fc.property(
      text,
      fc.record({ sample: fc.integer({ min: 0, max: 12 }), header: fc.constantFrom(true, false, undefined) }),
      (content, options) => {
        const bytes = bytesOf(content);
        // A number that stands for a missing value, though none is there, makes all rows be split.
        const [scanned, split] = [[], ["31415.9"]].map((missing) =>
          tellDialect(bytes, 0, bytes.length, new Set(["NA", ...missing]), options),
        );
        expect(scanned).toEqual(split);
      },
    ),
    { numRuns: 2000 },
  );
});

test("a column that only begins with a number is what most of it is", () => {
  const bytes = bytesOf("a,b\n1,2\nred,3\nred,4\n1.0,5\n");
  const told = tellDialect(bytes, 0, bytes.length, new Set(), { sample: 100 });
  expect(told?.evidence).toEqual([
    { kind: "text", binary: false, integer: false, distinct: 3 },
    { kind: "number", binary: false, integer: true, distinct: 4 },
  ]);
});

test("of any number of columns, in few rows or among many short ones, a sample is taken in memory that there is", {
  timeout: 30_000,
}, () => {
  const columns = 600_000;
  const wide = `${"1,".repeat(columns - 1)}1\n`;
  for (const text of [wide.repeat(2), wide.repeat(2) + "1\n".repeat(1000)]) {
    const bytes = Buffer.from(text);
    const told = tellDialect(bytes, 0, bytes.length, new Set(), { sample: 1000, header: true });
    expect(told?.names).toHaveLength(columns);
    expect(told?.evidence.at(-1)?.kind).toBe("number");
  }
});
