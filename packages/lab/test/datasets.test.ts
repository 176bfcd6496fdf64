import { describe, expect, it } from "vitest";
import { catalogue, dataset } from "../src/datasets/catalogue.ts";
import { factsOf, describe as told } from "../src/datasets/info.ts";
import { LearnerRows } from "../src/datasets/learner-rows.ts";
import { load } from "../src/datasets/load.ts";
import { PaperRows } from "../src/datasets/paper-rows.ts";
import { seedOf, split } from "../src/datasets/split.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (name: string, ...files: (string | Uint8Array)[]) =>
  dataset(name).read(files.map((file) => (typeof file === "string" ? bytes(file) : file)));

describe("small files of the sets' formats", () => {
  it("bank: semicolons, quotes, a header; texts become indicators but for the first level", async () => {
    const table = await read(
      "bank",
      '"age";"job";"y"\r\n30;"services";"no"\r\n40;"admin.";"yes"\r\n50;"unknown";"no"\r\n',
    );
    expect(table.classes).toEqual(["no", "yes"]);
    expect([...table.labels]).toEqual([0, 1, 0]);
    const rows = new PaperRows(table);
    expect(rows.features).toBe(3);
    expect(
      [0, 1, 2].map((row) => [
        [...(rows.at(row).indices as Int32Array)],
        [...(rows.at(row).values as Float64Array)],
      ]),
    ).toEqual([
      [
        [0, 1],
        [30, 1],
      ],
      [[0], [40]],
      [
        [0, 2],
        [50, 1],
      ],
    ]);
  });

  it("census: spaces after commas, question marks, two files pooled", async () => {
    const line = (age: number, sex: string, label: string) =>
      [age, "Private", 4, 34, " ?", 0, ...Array(30).fill("x"), 2, "x", 2, 52, sex, label]
        .slice(0, 42)
        .join(", ");
    const table = await read("census", `${line(20, "F", "- 50000.")}\n`, `${line(30, "M", "50000+.")}\n`);
    expect(table.rows).toBe(2);
    expect([...table.labels]).toEqual([0, 1]);
    expect(table.training).toBeUndefined();
  });

  it("madelon: labels in files of their own, the test set apart", async () => {
    const table = await read("madelon", "1 2 3 \n4 5 6 \n", "-1\n1\n", "7 8 9 \n", "1\n");
    expect([table.rows, table.training, ...table.labels]).toEqual([3, 2, 0, 1, 1]);
    expect([...table.numbers]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await expect(read("madelon", "1 2\n", "1\n1\n", "1 2\n", "1\n")).rejects.toThrow(
      "madelon_train: 1 rows, but 2 labels",
    );
  });

  it("mnist: idx, pixels divided by 255", async () => {
    const images = (count: number, ...pixels: number[]) =>
      Uint8Array.from([0, 0, 8, 3, 0, 0, 0, count, 0, 0, 0, 1, 0, 0, 0, 2, ...pixels]);
    const labels = (...digits: number[]) => Uint8Array.from([0, 0, 8, 1, 0, 0, 0, digits.length, ...digits]);
    const table = await read("mnist", images(2, 0, 255, 51, 0), labels(3, 9), images(1, 1, 2), labels(0));
    const { indices, values } = new PaperRows(table).at(0);
    expect([table.rows, table.training, [...(indices as Int32Array)], [...(values as Float64Array)]]).toEqual(
      [3, 2, [1], [1]],
    );
    await expect(read("mnist", labels(1), labels(1), images(1, 1, 2), labels(1))).rejects.toThrow(
      "mnist: train images: is not an idx file of bytes in 3 dimensions",
    );
    await expect(read("mnist", images(2, 1, 2), labels(1), images(1, 1, 2), labels(1))).rejects.toThrow(
      "do not fit their files",
    );
  });

  it("shuttle and covertype: the class in the last column", async () => {
    const shuttle = await read("shuttle", "50 21 77 1\n37 0 103 4\n", "53 0 82 1\n");
    expect([shuttle.classes, shuttle.rows]).toEqual([["1", "4"], 3]);
    const covertype = await read("covertype", "2596,51,1,0,5\n2590,56,0,1,2\n");
    expect(factsOf(covertype)).toMatchObject({ features: 4, records: 2, classes: 2 });
  });

  it("bank: a class nobody knows is refused with its row", async () => {
    await expect(read("bank", '"age";"y"\n1;"no"\n2;"maybe"\n')).rejects.toThrow(
      'bank: row 2 is of class "maybe"; known are no, yes',
    );
  });
});

describe("rows for the default learner", () => {
  it("tells indicators, numbers and coded columns apart", async () => {
    const table = await read("covertype", "2596,51,1,0,5\n2590,56,0,1,2\n");
    const rows = new LearnerRows({ ...table, coded: [table.numberNames[1]] });
    expect(rows.layout.numbers.map(({ kind }) => kind)).toEqual(["number", "indicator", "indicator"]);
    rows.each([1, 0], (block, labels) => {
      expect([...block.numbers.subarray(0, 6)]).toEqual([2590, 0, 1, 2596, 1, 0]);
      expect([...block.codes.subarray(0, 2)].map((code) => block.dictionaries[0].values[code])).toEqual([
        "56",
        "51",
      ]);
      expect(labels).toEqual(["2", "5"]);
    });
  });
});

describe("the split", () => {
  it("is a third rounded up, the same for the same seed, and keeps to the one that comes with the data", async () => {
    const table = await read(
      "shuttle",
      Array.from({ length: 10 }, (_, n) => `${n} 1 ${1 + (n % 2)}\n`).join(""),
      "5 5 1\n",
    );
    const once = split(table, seedOf("a", 1));
    expect([once.test.length, once.training.length]).toEqual([4, 7]);
    expect(split(table, seedOf("a", 1))).toEqual(once);
    expect(split(table, seedOf("a", 2))).not.toEqual(once);
    expect([...split({ ...table, training: 9 }, 1).test]).toEqual([9, 10]);
  });
});

describe("the catalogue", () => {
  it("knows for every file its size, checksum and address", () => {
    for (const { files } of catalogue) {
      for (const file of files) {
        expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(file.bytes).toBeGreaterThan(0);
        expect(file.url).toMatch(/^https:/);
      }
    }
  });

  it("describes a set beside the paper's table", () => {
    const text = told(dataset("mnist"), { features: 784, records: 70_000, classes: 10, scale: 5834 });
    expect(text).toContain("features           728         784");
    expect(text).toContain("scale          5.83E+3     5.83E+3");
  });
});

const real = process.env.SCINOL_DATA !== undefined;
describe.skipIf(!real)("the real files in SCINOL_DATA", () => {
  it.each(catalogue.map((entry) => [entry.name, entry] as const))(
    "%s has the paper's shape and scale",
    async (_, entry) => {
      const facts = factsOf(await load(entry, { network: false }));
      expect(facts.features).toBe(entry.name === "mnist" ? 784 : entry.paper.features);
      expect([facts.records, facts.classes]).toEqual([entry.paper.records, entry.paper.classes]);
      expect(Math.abs(facts.scale / entry.paper.scale - 1)).toBeLessThan(0.005);
    },
  );
});
