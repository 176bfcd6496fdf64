import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { open, type TableReader } from "../src/index.ts";

const directory = process.env.SCINOL_DATA;

/** The paper's data sets: files, columns, rows, and how often each value of the last column occurs. */
const sets: [string, string[], number, number, Record<string, number>][] = [
  ["bank", ["bank/bank-additional-full.csv.gz"], 21, 41_188, { no: 36_548, yes: 4_640 }],
  [
    "census",
    ["census-income-kdd/census-income.data.gz", "census-income-kdd/census-income.test.gz"],
    42,
    299_285,
    { "- 50000.": 280_717, "50000+.": 18_568 },
  ],
  [
    "covertype",
    ["covertype/covtype.data.gz"],
    55,
    581_012,
    { 1: 211_840, 2: 283_301, 3: 35_754, 4: 2_747, 5: 9_493, 6: 17_367, 7: 20_510 },
  ],
  [
    "shuttle",
    ["shuttle/shuttle.trn.gz", "shuttle/shuttle.tst.gz"],
    10,
    58_000,
    { 1: 45_586, 2: 50, 3: 171, 4: 8_903, 5: 3_267, 6: 10, 7: 13 },
  ],
  ["madelon's labels", ["madelon/madelon_train.labels.gz"], 1, 2_000, { "-1": 1000, 1: 1000 }],
];

describe.skipIf(directory === undefined)("the files in SCINOL_DATA", () => {
  const read = async (files: string[]) =>
    (await open(files.map((file) => join(directory!, file)))) as TableReader;

  it.each(sets)("%s has its rows and classes", async (_, files, columns, rows, classes) => {
    const reader = await read(files);
    expect(reader.columns).toHaveLength(columns);
    const last = reader.columns[columns - 1];
    const counts: Record<string, number> = {};
    let total = 0;
    for await (const block of reader.blocks()) {
      total += block.rows;
      for (let row = 0; row < block.rows; row++) {
        const value =
          last.kind === "text"
            ? block.dictionaries[last.slot].values[block.codes[row * block.textsPerRow + last.slot]]
            : block.numbers[row * block.numbersPerRow + last.slot];
        counts[value] = (counts[value] ?? 0) + 1;
      }
    }
    expect(total).toBe(rows);
    expect(counts).toEqual(classes);
  });

  it("madelon has 500 numeric columns in spite of its trailing spaces", async () => {
    const reader = await read(["madelon/madelon_train.data.gz", "madelon/madelon_valid.data.gz"]);
    expect(reader.columns.filter(({ kind }) => kind === "number")).toHaveLength(500);
    let rows = 0;
    for await (const block of reader.blocks()) rows += block.rows;
    expect(rows).toBe(2_600);
  });

  it("mnist has 784 pixels and a label", async () => {
    const reader = await read(["mnist/t10k-images-idx3-ubyte.gz", "mnist/t10k-labels-idx1-ubyte.gz"]);
    expect(reader.columns.map(({ name }) => name).slice(-2)).toEqual(["x784", "label"]);
    const counts = new Array(10).fill(0);
    for await (const block of reader.blocks()) {
      for (let row = 0; row < block.rows; row++) counts[block.numbers[row * 785 + 784]]++;
    }
    expect(counts).toEqual([980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]);
  });
});
