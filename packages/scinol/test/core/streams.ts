/**
 * The first rows of the streams of digits.json. Most are made of public data sets in the folder that the environment
 * variable SCINOL_DATA names; `rfried` and `click1` are drawn. They equal the files that prep.py (the data side of the
 * reference) writes, except that indicators are numbered in the order in which they come, and that the last bit of one
 * label in a hundred of `rfried` differs (sines and logarithms are not the same everywhere).
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { RandomState } from "./random-state.ts";

export interface Stream {
  name: string;
  rows: number;
  /** Row by row, NaN where a value is missing. */
  numbers: Float64Array;
  columns: number;
  /** Which columns are 0/1: those whose values in the whole data set, not only in these rows, are 0 or 1. */
  flags: boolean[];
  /** Row by row, -1 for none. */
  indicators: Int32Array;
  perRow: number;
  indicatorCount: number;
  labels: Float64Array;
  /** 0: a number. 1: two classes, -1 and +1. Else the number of classes, 0 to K - 1. */
  classes: number;
}

/** The first rows of a stream; undefined where the data set is not there. */
export async function stream(name: string, rows: number): Promise<Stream | undefined> {
  const make = makers[name];
  if (!make) throw new Error(`no stream ${name}`);
  const [files, build] = make;
  const paths = files.map((file) => join(process.env.SCINOL_DATA ?? "", file));
  if (files.length > 0 && !(process.env.SCINOL_DATA && paths.every((path) => existsSync(path)))) return;
  const stream = build(
    paths.map((path) => gunzipSync(readFileSync(path))),
    rows,
  );
  return { name, rows, ...stream };
}

type Built = Omit<Stream, "name" | "rows">;
type Build = (files: Buffer[], rows: number) => Built;

/** The fields of a text file. */
interface Table {
  rows: number;
  row(t: number): string[];
  /** Which fields are 0 or 1 in every row. */
  flags: boolean[];
}

function table(text: Buffer, separator: string): Table {
  const starts = [0];
  const flags: boolean[] = [];
  const [comma, newline, space, zero, one] = Buffer.from(`${separator}\n 01`);
  let start = 0;
  let field = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c !== comma && c !== newline) continue;
    if (text[start] === space) start++;
    if (i - start !== 1 || (text[start] !== zero && text[start] !== one)) flags[field] = false;
    else flags[field] ??= true;
    start = i + 1;
    field++;
    if (c === newline) {
      starts.push(start);
      field = 0;
    }
  }
  const fields = (t: number) => text.toString("latin1", starts[t], starts[t + 1]).split(separator);
  return { rows: starts.length - 1, row: (t) => fields(t).map((value) => value.trim()), flags };
}

/**
 * A stream of some rows of a table, in the order given: `numbers` and `categories` are the fields that are columns, the
 * label is computed from the fields.
 */
function fromTable(
  from: Table,
  order: ArrayLike<number>,
  rows: number,
  numbers: number[],
  categories: number[],
  classes: number,
  label: (fields: string[]) => number,
): Built {
  const known = new Map<string, number>();
  const stream: Built = {
    numbers: new Float64Array(rows * numbers.length),
    columns: numbers.length,
    flags: numbers.map((field) => from.flags[field]),
    indicators: new Int32Array(rows * categories.length),
    perRow: categories.length,
    indicatorCount: 0,
    labels: new Float64Array(rows),
    classes,
  };
  for (let t = 0; t < rows; t++) {
    const fields = from.row(order[t]);
    numbers.forEach((field, i) => {
      stream.numbers[t * numbers.length + i] = Number(fields[field]);
    });
    categories.forEach((field, i) => {
      const name = `${field} ${fields[field]}`;
      if (!known.has(name)) known.set(name, known.size);
      stream.indicators[t * categories.length + i] = known.get(name)!;
    });
    stream.labels[t] = label(fields);
  }
  stream.indicatorCount = known.size;
  return stream;
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const shuffled = (n: number) => new RandomState(0).permutation(n);

const bankNumbers = [0, 10, 11, 12, 13, 15, 16, 17, 18, 19];
const bankCategories = [1, 2, 3, 4, 5, 6, 7, 8, 9, 14];
const duration = 10;

function bankTable(text: Buffer): Table {
  return table(text.subarray(text.indexOf("\n") + 1), ";");
}

const bankLabel = (fields: string[]) => (fields[20] === '"yes"' ? 1 : -1);

function bankInOrder([text]: Buffer[], rows: number): Built {
  return fromTable(bankTable(text), upTo(rows), rows, bankNumbers, bankCategories, 1, bankLabel);
}

/** Every tenth number is missing. */
function bankGaps([text]: Buffer[], rows: number): Built {
  const all = bankTable(text);
  const made = fromTable(all, shuffled(all.rows), rows, bankNumbers, bankCategories, 1, bankLabel);
  for (let t = 0; t < rows; t++)
    for (let i = 0; i < made.columns; i++)
      if ((7 * t + 3 * i) % 10 === 0) made.numbers[t * made.columns + i] = Number.NaN;
  return made;
}

/** How long a call takes, in seconds. */
function bankDuration([text]: Buffer[], rows: number): Built {
  const all = bankTable(text);
  const numbers = bankNumbers.filter((field) => field !== duration);
  const label = (fields: string[]) => Number(fields[duration]);
  return fromTable(all, shuffled(all.rows), rows, numbers, bankCategories, 0, label);
}

function census(files: Buffer[], rows: number): Built {
  const all = table(Buffer.concat(files), ",");
  const numbers = [0, 5, 16, 17, 18, 30, 39];
  // 24 is the weight of the instance, 41 the label.
  const categories = upTo(41).filter((field) => field !== 24 && !numbers.includes(field));
  const label = (fields: string[]) => (fields[41].includes("50000+") ? 1 : -1);
  return fromTable(all, shuffled(all.rows), rows, numbers, categories, 1, label);
}

function covertype([text]: Buffer[], rows: number): Built {
  const all = table(text, ",");
  return fromTable(all, shuffled(all.rows), rows, upTo(54), [], 7, (fields) => Number(fields[54]) - 1);
}

/** The second of the seven classes against the others. */
function covertypeInOrder([text]: Buffer[], rows: number): Built {
  const label = (fields: string[]) => (fields[54] === "2" ? 1 : -1);
  return fromTable(table(text, ","), upTo(rows), rows, upTo(54), [], 1, label);
}

/** The elevation from the other columns. */
function elevation([text]: Buffer[], rows: number): Built {
  const all = table(text, ",");
  const numbers = upTo(54).slice(1);
  return fromTable(all, shuffled(all.rows), rows, numbers, [], 0, (fields) => Number(fields[0]));
}

function madelon([data, labels]: Buffer[], rows: number): Built {
  const made = fromTable(table(data, " "), upTo(rows), rows, upTo(500), [], 1, () => 0);
  const given = table(labels, " ");
  return { ...made, labels: made.labels.map((_, t) => Number(given.row(t)[0])) };
}

function shuttle(files: Buffer[], rows: number): Built {
  const all = table(Buffer.concat(files), " ");
  return fromTable(all, shuffled(all.rows), rows, upTo(9), [], 7, (fields) => Number(fields[9]) - 1);
}

function mnist([images, digits]: Buffer[], rows: number): Built {
  const columns = 28 * 28;
  const pixels = images.subarray(16);
  const flags = Array<boolean>(columns).fill(true);
  for (let i = 0; i < pixels.length; i++) if (pixels[i] > 1) flags[i % columns] = false;
  const order = shuffled(pixels.length / columns);
  const numbers = new Float64Array(rows * columns);
  const labels = new Float64Array(rows);
  for (let t = 0; t < rows; t++) {
    numbers.set(pixels.subarray(order[t] * columns, (order[t] + 1) * columns), t * columns);
    labels[t] = digits[8 + order[t]];
  }
  return { numbers, columns, flags, ...withoutIndicators, labels, classes: 10 };
}

const withoutIndicators = { indicators: new Int32Array(0), perRow: 0, indicatorCount: 0 };

/** A generator as it is when prep.py has drawn the three streams that come before `rfried`. */
function afterThreeStreams(): RandomState {
  const random = new RandomState(1);
  const normal = (n: number) => {
    while (n-- > 0) random.normal();
  };
  const uniform = (n: number) => {
    while (n-- > 0) random.uniform();
  };
  // syn50
  normal(200_000 * 50 + 50);
  uniform(200_000);
  // syncor
  normal(50_000 * 20 + 20 * 20 + 20);
  uniform(50_000);
  // syngam: its fifth column is Student's t, of a normal and an exponential number each
  const n = 100_000;
  normal(2 * n);
  uniform(3 * n);
  for (let i = 0; i < n; i++) {
    random.normal();
    random.uniform();
  }
  normal(n);
  uniform(n);
  return random;
}

const friedmanRows = 60_000;

/** Friedman's first function of ten columns, five of which do not matter. */
function friedman(_: Buffer[], rows: number): Built {
  const random = afterThreeStreams();
  const columns = 10;
  const numbers = new Float64Array(rows * columns);
  for (let i = 0; i < friedmanRows * columns; i++) {
    const x = random.uniform();
    if (i < numbers.length) numbers[i] = x;
  }
  const labels = new Float64Array(rows);
  for (let t = 0; t < rows; t++) {
    const [a, b, c, d, e] = numbers.subarray(t * columns);
    const clean = 10 * Math.sin(Math.PI * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e;
    labels[t] = clean + random.normal();
  }
  return { numbers, columns, flags: Array(columns).fill(false), ...withoutIndicators, labels, classes: 0 };
}

/** Clicks: 20 fields of 10,000 ids each, some frequent, most rare. */
function clicks(_: Buffer[], rows: number): Built {
  const random = afterThreeStreams();
  for (let i = 0; i < friedmanRows * 10; i++) random.uniform();
  for (let i = 0; i < friedmanRows; i++) random.normal();
  const perRow = 20;
  const indicators = new Int32Array(rows * perRow);
  for (let i = 0; i < 500_000 * perRow; i++) {
    const x = random.uniform();
    if (i < indicators.length)
      indicators[i] = Math.trunc(Math.exp(x * Math.log(10_000)) - 1) + (i % perRow) * 10_000;
  }
  const effects = Float64Array.from({ length: 200_000 }, () => (random.uniform() - 0.5) * 2);
  const labels = new Float64Array(rows);
  for (let t = 0; t < rows; t++) {
    let z = -4;
    for (const id of indicators.subarray(t * perRow, (t + 1) * perRow)) z += effects[id];
    labels[t] = random.uniform() < 1 / (1 + Math.exp(-z)) ? 1 : -1;
  }
  const numbers = new Float64Array(0);
  return { numbers, columns: 0, flags: [], indicators, perRow, indicatorCount: 200_000, labels, classes: 1 };
}

const bankFiles = ["bank/bank-additional-full.csv.gz"];
const covertypeFiles = ["covertype/covtype.data.gz"];

const makers: Record<string, [files: string[], build: Build]> = {
  bank_o: [bankFiles, bankInOrder],
  bank_gaps: [bankFiles, bankGaps],
  rbank: [bankFiles, bankDuration],
  census: [["data", "test"].map((part) => `census-income-kdd/census-income.${part}.gz`), census],
  cov7: [covertypeFiles, covertype],
  cov2_o: [covertypeFiles, covertypeInOrder],
  rcov: [covertypeFiles, elevation],
  madelon: [["data", "labels"].map((part) => `madelon/madelon_train.${part}.gz`), madelon],
  mnist: [["images-idx3", "labels-idx1"].map((part) => `mnist/train-${part}-ubyte.gz`), mnist],
  shuttle: [["trn", "tst"].map((part) => `shuttle/shuttle.${part}.gz`), shuttle],
  rfried: [[], friedman],
  click1: [[], clicks],
};
