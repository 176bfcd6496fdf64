import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, scinol } from "./scinol.ts";

/**
 * `scinol train` with nothing but a target on the paper's data sets, against what the design measured before there was a
 * program: docs/unit-free.md. Run where SCINOL_DATA says where they are; the two large ones only with SCINOL_SLOW too.
 */
const data = process.env.SCINOL_DATA ?? "";
const slow = process.env.SCINOL_SLOW !== undefined;
const cwd = folder();

const bank = ["bank/bank-additional-full.csv.gz"];
const census = ["census-income-kdd/census-income.data.gz", "census-income-kdd/census-income.test.gz"];
const covertype = ["covertype/covtype.data.gz"];
const shuttle = ["shuttle/shuttle.trn.gz", "shuttle/shuttle.tst.gz"];
const shuffled = ["--shuffle", "1", "--holdout", "0.3333"];

/** Progressive log loss after one pass. Splits differ in the third digit, so only more than 2 % worse is wrong. */
const measured: [
  name: string,
  files: string[],
  target: string,
  more: string[],
  loss: number,
  slow: boolean,
][] = [
  ["bank in file order", bank, "y", [], 0.1853, false],
  ["bank shuffled", bank, "y", shuffled, 0.2066, false],
  ["shuttle shuffled", shuttle, "-1", shuffled, 0.0881, false],
  ["census shuffled", census, "-1", shuffled, 0.1263, true],
  ["covertype shuffled", covertype, "-1", shuffled, 0.6464, true],
];

describe.skipIf(!existsSync(join(data, bank[0])))("untuned, on real data", () => {
  it.each(measured.filter((each) => slow || !each[5]))(
    "%s",
    async (_, files, target, more, loss) => {
      const paths = files.map((file) => join(data, file));
      const args = ["train", ...paths, "--target", target, ...more, "--json", "--quiet"];
      const { stdout } = await scinol(args, cwd);
      const { progressiveLoss, baselineLoss } = JSON.parse(stdout);
      expect(progressiveLoss).toBeLessThan(1.02 * loss);
      expect(progressiveLoss).toBeLessThan(baselineLoss);
    },
    120_000,
  );

  it.runIf(slow)(
    "covertype in file order, class 2 or not",
    async () => {
      const names = Array.from({ length: 55 }, (_, n) => `'c${n + 1}'`).join(", ");
      const file = join(data, covertype[0]);
      const sql = `select * exclude (c55), c55 = 2 as c55 from read_csv('${file}', header = false, names = [${names}])`;
      const { stdout } = await scinol(["train", "--sql", sql, "--target", "c55", "--json", "--quiet"], cwd);
      expect(JSON.parse(stdout).progressiveLoss).toBeLessThan(1.02 * 0.1554);
    },
    120_000,
  );
});
