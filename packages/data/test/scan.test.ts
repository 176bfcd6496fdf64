import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StreamSource } from "../src/bytes/byte-source.ts";
import { Window } from "../src/bytes/window.ts";
import { readCsv, type ScanWith } from "../src/csv/csv-reader.ts";
import { type Scanner, scanRows, stop } from "../src/csv/scan.ts";
import { tellCsv } from "../src/csv/tell-csv.ts";
import { settle } from "../src/options.ts";
import { Rows, record } from "../src/table.ts";
import { everything, pieces } from "./reading.ts";

/** A scanner that leaves every row to the whole grammar. */
const none: Scanner = (job) => {
  if (job.at >= job.limit) return stop.empty;
  return job.rows === job.capacity ? stop.full : stop.odd;
};

async function readWith(scan: ScanWith, text: string, header: boolean, onError: "fail" | "skip") {
  // A small sample in small pieces: the compiled scanner takes over at the first filling after the sample.
  const settings = settle({ header, onError, sample: 3 });
  const rows: unknown[] = [];
  let error: string | undefined;
  try {
    const window = new Window(new StreamSource(pieces(text, 40), "s"));
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

describe("the fast scanner, in JavaScript and compiled,", () => {
  it.each(["fail", "skip"] as const)(
    "reads what the whole grammar reads, with onError %s",
    async (onError) => {
      await fc.assert(
        fc.asyncProperty(tables, fc.boolean(), async (text, header) => {
          const expected = await readWith(none, text, header, onError);
          expect(await readWith(scanRows, text, header, onError)).toEqual(expected);
          expect(await readWith("compiled", text, header, onError)).toEqual(expected);
        }),
        { numRuns: Number(process.env.SCINOL_FUZZ ?? 100) },
      );
    },
  );

  it("converts numbers of every length and form to the nearest double", async () => {
    const number = fc.oneof(
      fc.stringMatching(/^[-+]?\d{1,9}(\.\d{0,18})?$/),
      fc.stringMatching(/^-?\d{0,19}\.\d{1,22}$/),
      fc.stringMatching(/^-?\d{1,20}([eE][-+]?\d{1,2})?$/),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 20, maxLength: 60 }), async (numbers) => {
        const expected = numbers.map((text, i) => [i + 1, { c1: Number(text) }]);
        const text = numbers.map((each) => `${each}\n`).join("");
        for (const scan of [scanRows, "compiled"] as const) {
          expect((await readWith(scan, text, false, "fail")).rows).toEqual(expected);
        }
      }),
      { numRuns: Number(process.env.SCINOL_FUZZ ?? 100) },
    );
  });
});
