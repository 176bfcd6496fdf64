import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StreamSource } from "../src/bytes/byte-source.ts";
import { Window } from "../src/bytes/window.ts";
import { CompiledScan } from "../src/csv/compiled-scan.ts";
import { readCsv, type ScanWith } from "../src/csv/csv-reader.ts";
import { action, type ScanJob, type Scanner, scanRows, stop } from "../src/csv/scan.ts";
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
  // A small sample in small pieces: the window moves to the compiled scanner, and is filled many times there.
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
        const expected = numbers.map((text, i) => [i + 1, { c1: Number(text), c2: -1, c3: Number(text) }]);
        const text = numbers.map((each) => `${each},-1,${each}\n`).join("");
        for (const scan of [scanRows, "compiled"] as const) {
          expect((await readWith(scan, text, false, "fail")).rows).toEqual(expected);
        }
      }),
      { numRuns: Number(process.env.SCINOL_FUZZ ?? 100) },
    );
  });

  it("stops where the other does, with the same bits, whatever stands next to plain numbers", () => {
    const sign = fc.constantFrom("", "", "-");
    const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^\\d{0,${maxLength}}$`));
    const plain = fc
      .tuple(sign, digits(8), fc.constantFrom("", "."), digits(8))
      .map((parts) => parts.join(""));
    const border = fc.constantFrom(
      ...["", "-", ".", "-.", "1.", ".5", "-.5", "-0", "-0.0", "00012", "1..2", "1.2.3", "1-2", "--1", "1/2"],
      ...["12345678901234", "123456789012345", "1234567890123456", "12345678901234567", "9007199254740993"],
      ...[
        "-1234567890123.",
        "-.12345678901234",
        "0.12345678901234",
        "+5",
        "1e5",
        "1e",
        "1:2",
        "é",
        " 1",
        "1 ",
        "1\r",
      ],
    );
    const field = fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: border });
    const rows = fc.integer({ min: 1, max: 7 }).chain((width) =>
      fc.tuple(
        fc.array(fc.constantFrom(action.number, action.number, action.number, action.span, action.skip), {
          minLength: width,
          maxLength: width,
        }),
        fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      ),
    );
    const behind = fc.constantFrom("", ",", "1,2,3\n", "0000000000000000", "\n\n\n", "5|6;7\t8 9");
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(",", ";", "\t", "|", " "),
        fc.constantFrom("\n", "\r\n", " \n", "delimiter\n"),
        behind,
        ([actions, table], delimiter, ending, junk) => {
          const end = ending.replace("delimiter", delimiter);
          const text = Buffer.from(table.map((row) => row.join(delimiter) + end).join(""));
          const job = jobOf(actions, delimiter, text.length);
          job.bytes = Buffer.concat([text, Buffer.from(junk)]);
          const why = scanRows(job);
          const fast = jobOf(actions, delimiter, text.length);
          const compiled = new CompiledScan(fast);
          fast.bytes = compiled.memory.grow(text.length + junk.length, job.bytes);
          compiled.lend(fast);
          expect(compiled.scan(fast)).toBe(why);
          expect([fast.at, fast.line, fast.rows]).toEqual([job.at, job.line, job.rows]);
          const { rows: count, numbersPerRow, spansPerRow } = job;
          const numbers = (of: ScanJob) => Array.from(of.numbers.subarray(0, count * numbersPerRow));
          expect(numbers(fast)).toEqual(numbers(job));
          const spans = (of: ScanJob) => Array.from(of.spans.subarray(0, count * spansPerRow * 2));
          expect(spans(fast)).toEqual(spans(job));
        },
      ),
      { numRuns: 10 * Number(process.env.SCINOL_FUZZ ?? 100) },
    );
  });

  it("stays inside its memory, however close to the end of it the text ends", () => {
    const text = Buffer.from("1,2,3\n");
    for (let room = 0; room <= 64; room++) {
      const job = jobOf([action.number, action.number, action.number], ",", text.length);
      const compiled = new CompiledScan(job);
      const { input } = compiled.memory;
      const size = (1 << 17) - input - room;
      job.bytes = compiled.memory.grow(size, new Uint8Array(0));
      job.bytes.set(text, size - text.length);
      compiled.lend(job);
      job.at = size - text.length;
      job.limit = size;
      expect(compiled.scan(job)).toBe(stop.empty);
      expect(Array.from(job.numbers.subarray(0, 3))).toEqual([1, 2, 3]);
    }
  });
});

/** A job on a text of so many bytes, which has yet to be given it. */
function jobOf(actions: readonly number[], delimiter: string, limit: number): ScanJob {
  const capacity = 8;
  const numbersPerRow = actions.filter((what) => what === action.number).length;
  const spansPerRow = actions.filter((what) => what === action.span).length;
  return {
    bytes: new Uint8Array(0),
    at: 0,
    line: 1,
    limit,
    delimiter: delimiter.charCodeAt(0),
    actions: Uint8Array.from(actions),
    numbers: new Float64Array(capacity * numbersPerRow),
    numbersPerRow,
    spans: new Int32Array(capacity * spansPerRow * 2),
    spansPerRow,
    lines: new Uint32Array(capacity),
    rows: 0,
    capacity,
  };
}
