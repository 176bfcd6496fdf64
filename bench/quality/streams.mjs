// The paper's data sets as tables in memory, read raw: categories as texts, 0/1 columns as indicators, census's coded
// columns as categories. Only those of which the files are there (SCINOL_DATA says where).
import { existsSync } from "node:fs";
import { join } from "node:path";
import { open } from "@scinol/data";

export const sets = {
  bank: { files: ["bank/bank-additional-full.csv.gz"] },
  census: {
    files: ["census-income-kdd/census-income.data.gz", "census-income-kdd/census-income.test.gz"],
    options: { header: false, categorical: ["3", "4", "37", "39", "41"] },
  },
  covertype: { files: ["covertype/covtype.data.gz"], options: { header: false } },
  shuttle: { files: ["shuttle/shuttle.trn.gz", "shuttle/shuttle.tst.gz"], options: { header: false } },
  madelon: {
    files: ["madelon/madelon_train.data.gz"],
    labels: "madelon/madelon_train.labels.gz",
    options: { header: false },
  },
};

export const available = (folder) =>
  Object.keys(sets).filter((name) => sets[name].files.every((file) => existsSync(join(folder, file))));

/** A whole data set: its layout, its rows and its labels, in file order. */
export async function load(folder, name) {
  const { files, labels, options = {} } = sets[name];
  const parts = [];
  let layout;
  let target;
  for (const file of files) {
    const reader = await open(join(folder, file), options);
    const columns = reader.columns.filter((column) => !column.ignored);
    target = labels === undefined ? columns.at(-1) : undefined;
    layout = layoutOf(columns.filter((column) => column !== target));
    for await (const block of reader.blocks()) parts.push(...rowsOf(block, layout, target));
  }
  const y = labels === undefined ? parts.map((row) => row.label) : await labelsOf(join(folder, labels));
  return { layout, x: parts, y };
}

function layoutOf(columns) {
  const numbers = columns.filter((column) => column.kind !== "text");
  return {
    numbers: numbers.map(({ name, slot, binary }) => ({ name, slot, kind: binary ? "indicator" : "number" })),
    texts: columns.filter((column) => column.kind === "text").map(({ name, slot }) => ({ name, slot })),
  };
}

function* rowsOf(block, layout, target) {
  for (let row = 0; row < block.rows; row++) {
    const number = (column) => block.numbers[row * block.numbersPerRow + column.slot];
    const text = (column) => {
      const code = block.codes[row * block.textsPerRow + column.slot];
      return code < 0 ? undefined : block.dictionaries[column.slot].values[code];
    };
    yield {
      numbers: Float64Array.from(layout.numbers, number),
      texts: layout.texts.map(text),
      label: target === undefined ? undefined : target.kind === "text" ? text(target) : number(target),
    };
  }
}

async function labelsOf(path) {
  const labels = [];
  const reader = await open(path, { header: false, delimiter: "," });
  for await (const record of reader.records()) labels.push(Object.values(record)[0]);
  return labels;
}

/** The rows in an order, as a learner's `table` takes them. */
export function tableOf({ layout, x, y }, order) {
  const dictionaries = layout.texts.map(() => ({ values: [], codes: new Map() }));
  const numbers = new Float64Array(order.length * layout.numbers.length);
  const codes = new Int32Array(order.length * layout.texts.length);
  order.forEach((at, row) => {
    numbers.set(x[at].numbers, row * layout.numbers.length);
    x[at].texts.forEach((text, n) => {
      codes[row * layout.texts.length + n] = text === undefined ? -1 : codeOf(dictionaries[n], text);
    });
  });
  return {
    layout: { numbers: layout.numbers, texts: layout.texts.map(({ name }) => name) },
    rows: { rows: order.length, numbers, codes, dictionaries },
    labels: order.map((at) => y[at]),
  };
}

function codeOf(dictionary, text) {
  let code = dictionary.codes.get(text);
  if (code === undefined) {
    code = dictionary.values.length;
    dictionary.codes.set(text, code);
    dictionary.values.push(text);
  }
  return code;
}

/** Whole numbers 0 … count − 1 in file order, or shuffled by the seed with the last third left out. */
export function orderOf(count, seed) {
  const order = Array.from({ length: count }, (_, at) => at);
  if (seed === undefined) return order;
  let state = seed;
  for (let n = count - 1; n > 0; n--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const m = Math.floor((state / 2 ** 32) * (n + 1));
    [order[n], order[m]] = [order[m], order[n]];
  }
  return order.slice(0, count > 5000 ? Math.floor((2 * count) / 3) : count);
}

/** Numeric columns standardised as a stream can be: by the running mean and deviation, this row included. */
export function scaled(table) {
  const { numbers: columns } = table.layout;
  const mean = new Float64Array(columns.length);
  const squares = new Float64Array(columns.length);
  const numbers = table.rows.numbers.slice();
  for (let row = 0; row < table.rows.rows; row++) {
    for (let n = 0; n < columns.length; n++) {
      if (columns[n].kind !== "number") continue;
      const at = row * columns.length + n;
      const before = mean[n];
      mean[n] += (numbers[at] - before) / (row + 1);
      squares[n] += (numbers[at] - before) * (numbers[at] - mean[n]);
      const deviation = Math.sqrt(squares[n] / (row + 1));
      numbers[at] = deviation > 0 ? (numbers[at] - mean[n]) / deviation : 0;
    }
  }
  return { ...table, rows: { ...table.rows, numbers } };
}
