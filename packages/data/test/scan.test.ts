import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StreamSource } from "../src/bytes/byte-source.ts";
import { Window } from "../src/bytes/window.ts";
import { readCsv, tellCsv } from "../src/csv/csv-reader.ts";
import { type Scanner, scanRows, stop } from "../src/csv/scan.ts";
import { settle } from "../src/options.ts";
import { Rows, record } from "../src/table.ts";
import { everything, pieces } from "./reading.ts";

/** A scanner that leaves every row to the whole grammar. */
const none: Scanner = (job) => {
  if (job.at >= job.limit) return stop.empty;
  return job.rows === job.capacity ? stop.full : stop.odd;
};

async function readWith(scan: Scanner, text: string, header: boolean, onError: "fail" | "skip") {
  const settings = settle({ header, onError });
  const rows: unknown[] = [];
  let error: string | undefined;
  try {
    const window = new Window(new StreamSource(pieces(text), "s"));
    const { dialect, columns } = await tellCsv(window, settings);
    for await (const block of readCsv(window, dialect, new Rows(columns, new Set()), settings, scan)) {
      for (let row = 0; row < block.rows; row++) rows.push([block.lines[row], record(block, columns, row)]);
    }
  } catch (failure) {
    error = (await everything(Promise.reject(failure))).error;
  }
  return { rows, error, skipped: settings.skipped.count };
}

const cells = fc.constantFrom(
  ...[
    "1",
    "-2.5",
    "+3",
    "0.000123456",
    "1234567890.5",
    "123456789012345678",
    "1e3",
    "1e999",
    ".5",
    "5.",
    "-",
    "",
  ],
  ...[
    '"q"',
    '"q""r"',
    '"1"',
    '"a\nb"',
    '"a\n',
    "x",
    "é",
    '5"',
    "true",
    "false",
    "2024-05-31",
    "  7  ",
    '" "',
    '"x" y',
  ],
);

/** Rows of much the same width, of cells that much the same columns hold, and now and then not. */
const tables = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(",", ";", "\t", "|", " ", "  "))
  .chain(([width, delimiter]) =>
    fc
      .tuple(
        fc.array(cells, { minLength: width, maxLength: width }),
        fc.array(
          fc.array(fc.option(cells, { freq: 6, nil: undefined }), { minLength: width, maxLength: width }),
          {
            minLength: 1,
            maxLength: 30,
          },
        ),
        fc.array(fc.constantFrom("\n", "\n", "\n", "\r\n", `${delimiter}\n`, " \n", "\n\n"), {
          minLength: 30,
          maxLength: 30,
        }),
      )
      .map(([usual, rows, ends]) =>
        rows
          .map((row, i) => row.map((cell, place) => cell ?? usual[place]).join(delimiter) + ends[i])
          .join(""),
      ),
  );

describe("the fast scanner", () => {
  it.each(["fail", "skip"] as const)(
    "reads what the whole grammar reads, with onError %s",
    async (onError) => {
      await fc.assert(
        fc.asyncProperty(tables, fc.boolean(), async (text, header) => {
          const expected = await readWith(none, text, header, onError);
          expect(await readWith(scanRows, text, header, onError)).toEqual(expected);
        }),
        { numRuns: Number(process.env.SCINOL_FUZZ ?? 300) },
      );
    },
  );
});
