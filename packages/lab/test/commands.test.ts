import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { reproduceArguments, SUBJECTS } from "../src/arguments.ts";
import { data } from "../src/data.ts";
import { catalogue, dataset } from "../src/datasets/catalogue.ts";
import { judge } from "../src/report/claims.ts";
import { reproduce } from "../src/reproduce.ts";

const folder = mkdtempSync(join(tmpdir(), "commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function told(command: typeof reproduce, ...words: string[]) {
  let out = "";
  let err = "";
  const status = await command(words, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    terminal: false,
  });
  return { status, out, err };
}

describe("mistakes are one line and exit code 2", () => {
  const out = join(folder, "none");
  it.each([
    [["toy", "--runs", "0", "--out", out], "--runs: must be a whole number of at least 1, got 0\n"],
    [["toy", "--epochs", "1.5", "--out", out], "--epochs: must be a whole number of at least 1, got 1.5\n"],
    [["tyo", "--out", out], `unknown experiment "tyo"; there are ${SUBJECTS.join(", ")} and all\n`],
    [["toy"], "--out: name a directory for the results and the report\n"],
    [["toy", "--rates", "some", "--out", out], '--rates: must be all or best, got "some"\n'],
  ])("reproduce %j", async (words, message) => {
    expect(await told(reproduce, ...words)).toEqual({ status: 2, out: "", err: message });
  });

  it("an output directory that cannot be written", async () => {
    writeFileSync(join(folder, "file"), "");
    const { status, err } = await told(reproduce, "toy", "--out", join(folder, "file"));
    expect([status, err.split("\n").length]).toEqual([2, 2]);
    expect(err).toContain("choose another directory with --out");
  });

  it("data of a set nobody knows, and an action nobody knows", async () => {
    expect((await told(data, "info", "bnak")).err).toBe(
      `unknown data set "bnak"; there are ${catalogue.map(({ name }) => name).join(", ")}\n`,
    );
    expect((await told(data, "get")).err).toBe('unknown action "get"; there are list, fetch and info\n');
  });
});

describe("arguments", () => {
  it("all is everything, in one order; --quick is one run with rates known to be good", () => {
    expect(reproduceArguments(["all", "--out", "x"])).toMatchObject({
      subjects: SUBJECTS,
      runs: 10,
      rates: "all",
    });
    expect(reproduceArguments(["--quick", "--out", "x"])).toMatchObject({
      subjects: SUBJECTS,
      runs: 1,
      rates: "best",
    });
    expect(reproduceArguments(["shuttle", "bank", "--out", "x"]).subjects).toEqual(["bank", "shuttle"]);
  });
});

describe("a data set from file to report", () => {
  it("is run, drawn, and found finished the second time", async () => {
    const rows = Array.from(
      { length: 300 },
      (_, n) => `${(n * 37) % 101} ${(n * 53) % 89} ${1 + Number((n * 37) % 101 > 50)}`,
    );
    const shuttle = dataset("shuttle");
    const read = vi.spyOn(shuttle, "read");
    const table = shuttle.read([new TextEncoder().encode(`${rows.join("\n")}\n`)]);
    read.mockImplementation(() => table);
    const files = vi.spyOn(shuttle, "files", "get" as never).mockReturnValue([] as never);
    const out = join(folder, "out");
    const first = await told(reproduce, "shuttle", "--quick", "--out", out);
    expect(first.err).not.toContain("already");
    expect(first.status).toBe(0);
    expect(first.out.trimEnd().split("\n").at(-1)).toBe(join(out, "report.html"));
    expect(readdirSync(join(out, "figures")).sort()).toEqual([
      "shuttle-accidents.svg",
      "shuttle-accuracy.svg",
      "shuttle-cross-entropy.svg",
    ]);
    const report = readFileSync(join(out, "report.html"), "utf8");
    expect(report).toContain("does not hold");
    expect(report).not.toMatch(/NaN|undefined|<script|<link|src=/);
    expect(readFileSync(join(out, "results.csv"), "utf8").split("\n")[0]).toBe(
      "experiment,algorithm,settings,parameters,run,measure,index,value",
    );
    const lines = readFileSync(join(out, "results.jsonl"), "utf8");
    const second = await told(reproduce, "shuttle", "--quick", "--out", out);
    expect(second.err).toMatch(/^(\d+) of \1 runs are in /);
    expect(second.out).toBe(first.out);
    expect(readFileSync(join(out, "results.jsonl"), "utf8")).toBe(lines);
    const third = await told(reproduce, "shuttle", "--finished", "--out", out);
    expect(third.out).toBe(first.out);
    read.mockRestore();
    files.mockRestore();
  });
});

it("claims of what was not run are neither true nor false", () => {
  expect(new Set(judge([]).map(({ verdict }) => verdict))).toEqual(new Set(["not run"]));
});
