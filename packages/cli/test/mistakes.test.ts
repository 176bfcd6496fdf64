import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, scinol, toyCsv, write } from "./scinol.ts";

const cwd = folder();

beforeAll(async () => {
  const gzip = gzipSync(toyCsv(2000));
  mkdirSync(join(cwd, "folder"));
  symlinkSync("circle.csv", join(cwd, "circle.csv"));
  write(cwd, {
    "toy.csv": toyCsv(60),
    "numbers.csv": `a,b\n${Array.from({ length: 50 }, (_, i) => `${i},${i * 1.5}`).join("\n")}\n`,
    "empty.csv": "",
    "header.csv": "x,y\n",
    "few.csv": "x,z,y\n1,2,a\n3,b\n4,5,a\n",
    "many.csv": "x,z,y\n1,2,a\n3,4,5,b\n4,5,a\n",
    "quote.csv": 'x,y\n1,a\n2,"b\n3,a\n',
    "latin.csv": Buffer.from([...Buffer.from("x,y\n1,caf"), 0xe9, ...Buffer.from("\n2,b\n")]),
    "huge.csv": "x,y\n1,a\n1e999,b\n2,a\n",
    "text-in-numbers.csv": `x,y\n${Array.from({ length: 40 }, (_, i) => `${i},${i % 2 ? "a" : "b"}`).join("\n")}\nn/a,b\n`,
    "unlabelled.csv": "x,y\n1,a\n2,\n3,b\n",
    "one-class.csv": "x,y\n1,a\n2,a\n3,a\n",
    "three.csv": "x,y\n1,a\n2,b\n3,c\n",
    "cut.csv.gz": gzip.subarray(0, gzip.length / 2),
    "only-y.csv": "y\na\nb\n",
    "other.csv": "p,q\n1,2\n",
    "negative.csv": "w,x,y\n1,1,a\n-2,2,b\n",
    "bad.svm": "1 1:0.5\n1 x:2\n",
    "bad.jsonl": '{"x":1,"y":"a"}\n{"x":2,\n',
    "mixed.csv": "x,y\n1,a\n2,b\n,a\n3,\n4,b\n",
  });
  await scinol(["train", "toy.csv", "--target", "y", "--model", "toy.scinol", "--quiet"], cwd);
  await scinol(["train", "numbers.csv", "--target", "b", "--model", "numbers.scinol", "--quiet"], cwd);
  const bytes = Buffer.from(await (await import("node:fs/promises")).readFile(join(cwd, "toy.scinol")));
  bytes[bytes.length - 20] ^= 1;
  writeFileSync(join(cwd, "damaged.scinol"), bytes);
});

/** The command, and the one line it says. */
const mistakes: [command: string, says: RegExp][] = [
  ["train absent.csv --target y", /^absent\.csv: no such file$/],
  ["train circle.csv --target y", /^circle\.csv: no file can be called so$/],
  ["train folder --target y", /^folder: is a directory; name a file$/],
  ["train empty.csv --target y", /^empty\.csv: .*empty/],
  ["train header.csv --target y", /^header\.csv: .*(no rows|header)/],
  ["train toy.csv --target color", /^toy\.csv: unknown column "color"; did you mean "colour"\?$/],
  ["train toy.csv --target 9", /^toy\.csv: there is no column 9; it has 4$/],
  ["train toy.csv", /^toy\.csv: which column is to be predicted\? --target "y", say$/],
  ["train few.csv --target y", /^few\.csv:3: expected 3 fields, got 2/],
  ["train many.csv --target y", /^many\.csv:3: expected 3 fields, got 4/],
  ["train quote.csv --target y", /^quote\.csv:3: .*quote/],
  ["train latin.csv --target y", /^latin\.csv:2: .*UTF-8/],
  ["train huge.csv --target y", /^huge\.csv:3: column "x": "1e999" is too large/],
  [
    "train text-in-numbers.csv --target y",
    /^text-in-numbers\.csv:42: column "x": expected a number, got "n\/a"; name it in --categorical or --missing$/,
  ],
  [
    "train unlabelled.csv --target y",
    /^unlabelled\.csv:3: column "y": the label is missing; correct it, or leave such rows out: --on-error skip$/,
  ],
  [
    "train one-class.csv --target y",
    /^one-class\.csv: column "y": every label is "a"; there is nothing to tell apart$/,
  ],
  [
    "train three.csv --target y --task binary",
    /^three\.csv:4: column "y": a third class "c"; use --task multiclass$/,
  ],
  ["train cut.csv.gz --target y", /^cut\.csv\.gz: .*(cut|incomplete|damaged)/],
  ["train only-y.csv --target y", /^only-y\.csv: there is no column to learn from but "y"/],
  ["train toy.csv --target y --ignore y", /^toy\.csv: column "y" is the target; it cannot be ignored$/],
  ["train toy.csv --target y --weight y", /^toy\.csv: column "y" cannot be target and weight$/],
  ["train toy.csv --target y --weight colour", /^toy\.csv: column "colour": a weight is a number$/],
  [
    "train negative.csv --target y --weight w",
    /^negative\.csv:3: column "w": a weight is from 0 to 1e8, got -2/,
  ],
  ["train toy.csv --target y --task regression", /^toy\.csv: column "y" is text, regression needs numbers/],
  ["train toy.csv --target y --numeric sx", /^toy\.csv: unknown column "sx"/],
  ["train toy.csv --target y --cross color,x", /^toy\.csv: unknown column "color"; did you mean "colour"\?$/],
  ["train bad.svm", /^bad\.svm:2: /],
  ["train bad.jsonl --target y", /^bad\.jsonl:2: expected a JSON object/],
  ["train toy.csv --target y --learner scinl2", /^unknown learner "scinl2"; did you mean "scinol2"\?$/],
  ["train toy.csv --target y --loss hubr", /^unknown loss "hubr"; did you mean "huber"\?$/],
  ["train toy.csv --target y --loss huber --task binary", /^--loss: huber is for numbers/],
  ["train toy.csv --target y --rate 0.1", /^--rate: scinol2 has no rate to tune; leave it out$/],
  ["train toy.csv --target y --rate fast", /--rate.*expected a positive number/],
  ["train toy.csv --target y --holdout 2", /--holdout.*between 0 and 1/],
  ["train toy.csv --target y --taskk binary", /^scinol: unknown option '--taskk'; did you mean --task\?$/],
  ["train toy.csv --target y --task binray", /--task.*Allowed choices are binary/],
  ["train toy.csv --target y --checkpoint 10", /^--checkpoint: needs --model/],
  ["train toy.csv --target y --model none/m.scinol", /^none\/m\.scinol: no such file or folder$/],
  ["train toy.csv --target y --model folder", /^folder: is a folder; name a file$/],
  ["train toy.csv --target y --model /dev/full", /^\/dev\/full: no space left on the device/],
  ["train toy.csv --target y --predictions /dev/full", /^\/dev\/full: no space left on the device/],
  ["train toy.csv --target y --predictions none/p.csv", /^none\/p\.csv: no such file or folder$/],
  [
    "train toy.csv --resume toy.scinol --exact",
    /^--exact: toy\.scinol was made with false, which stays; leave it out$/,
  ],
  [
    "train toy.csv --resume numbers.scinol --task binary",
    /^--task: numbers\.scinol was made with "regression", which stays/,
  ],
  [
    "train toy.csv --resume numbers.scinol",
    /^toy\.csv: has no column "a", which numbers\.scinol learned from/,
  ],
  ["train toy.csv --resume absent.scinol", /^absent\.scinol: no such file or folder$/],
  ["train", /^train: name a file/],
  ["trian toy.csv", /^scinol: unknown command 'trian'; did you mean train\?$/],
  ["predict toy.csv --model absent.scinol", /^absent\.scinol: no such file or folder$/],
  [
    "predict toy.csv --model toy.csv",
    /^toy\.csv: this is not a scinol model file; make one with scinol train --model$/,
  ],
  [
    "predict toy.csv --model damaged.scinol",
    /^damaged\.scinol: checksum does not match; the file is damaged or incomplete$/,
  ],
  [
    "predict other.csv --model toy.scinol",
    /^other\.csv: has no column "x", which toy\.scinol learned from; it has "p", "q"$/,
  ],
  [
    "predict numbers.csv --model numbers.scinol --probabilities",
    /^--probabilities: numbers\.scinol predicts numbers/,
  ],
  ["predict toy.csv", /^scinol: required option '--model <file>' not specified$/],
  ["predict toy.csv --model toy.scinol --output none/p.csv", /^none\/p\.csv: no such file or folder$/],
  ["predict rows.svm --model toy.scinol", /^rows\.svm: no such file$/],
  ["predict bad.svm --model toy.scinol", /^bad\.svm: is sparse rows, toy\.scinol learned from tables/],
  ["evaluate numbers.csv --model toy.scinol", /^numbers\.csv: has no column "x"/],
  ["inspect toy.csv", /^toy\.csv: this is not a scinol model file/],
  [
    "inspect toy.scinol --diff numbers.scinol",
    /^numbers\.scinol: is a regression, toy\.scinol a classification/,
  ],
];

describe("a mistake is told in one line, with exit code 2 and nothing half-written", () => {
  it.concurrent.each(mistakes)("%s", async (command, says) => {
    const { code, stdout, stderr } = await scinol([...command.split(" "), ...quiet(command)], cwd);
    const lines = stderr
      .trimEnd()
      .split("\n")
      .filter((line) => !line.endsWith("(--task says otherwise)"));
    expect(lines.join("\n")).toMatch(says);
    expect(lines).toHaveLength(1);
    expect(code).toBe(2);
    expect(stdout).toBe("");
  });

  it("leaves no file behind", async () => {
    const failing = [
      "train",
      "unlabelled.csv",
      "--target",
      "y",
      "--model",
      "m.scinol",
      "--predictions",
      "p.csv",
      "--quiet",
    ];
    expect((await scinol(failing, cwd)).code).toBe(2);
    expect(existsSync(join(cwd, "m.scinol"))).toBe(false);
    expect(readdirSync(cwd).filter((name) => name.includes("part") || name === "p.csv")).toEqual([]);
  });

  it("leaves a model that was there as it was", async () => {
    write(cwd, { "kept.scinol": "as it was" });
    await scinol(["train", "unlabelled.csv", "--target", "y", "--model", "kept.scinol", "--quiet"], cwd);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(join(cwd, "kept.scinol"), "utf8")).toBe("as it was");
  });
});

it("bad rows are left out and counted on request", async () => {
  const args = ["train", "mixed.csv", "--target", "y", "--on-error", "skip", "--json", "--quiet"];
  const { stdout } = await scinol(args, cwd);
  expect(JSON.parse(stdout)).toMatchObject({ examples: 4, skipped: 1 });
  const text = await scinol(["train", "few.csv", "--target", "y", "--on-error", "skip", "--quiet"], cwd);
  expect(text.stderr).toMatch(/every label/);
});

function quiet(command: string): string[] {
  return command.startsWith("train ") && !command.includes("trian") ? ["--quiet"] : [];
}
