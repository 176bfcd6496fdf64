import { describe, expect, it } from "vitest";
// The thread runs the built files, so this test does too.
import { open, openAhead } from "../dist/index.js";
import { everything, fileOf, pieces } from "./reading.ts";

const rows = Array.from({ length: 30_000 }, (_, i) => `${i / 8},id${i},${i % 2 ? "odd" : "even"}\n`).join("");
const table = fileOf("ahead.csv", `x,id,t\n${rows}`);

describe("reading ahead on a thread", () => {
  it("gives the rows that reading here gives", async () => {
    const expected = await everything(open(table));
    expect(expected.rows).toHaveLength(30_000);
    expect(await everything(openAhead(table, {}, 0))).toEqual(expected);
    const sparse = fileOf("ahead.vw", "1 |a x:2 y\n-1 'tag |b z\n".repeat(5000));
    expect(await everything(openAhead(sparse, {}, 0))).toEqual(await everything(open(sparse)));
  });

  it("gives others a turn after every block", async () => {
    const reader = await openAhead(table, {}, 0);
    let [turns, blocks] = [0, 0];
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for await (const _ of reader.blocks()) {
      if (blocks++ === 0) turns = 0;
      // Whoever is so slow always finds the next block there.
      for (const end = performance.now() + 20; performance.now() < end; );
    }
    clearImmediate(next);
    expect(blocks).toBeGreaterThan(1);
    expect(turns).toBeGreaterThanOrEqual(blocks - 1);
  });

  it("knows columns, skipped rows and progress", async () => {
    const bad = fileOf("ahead-bad.csv", `x,id,t\n${rows}nonsense\n1,x,even\n`);
    const reader = await openAhead(bad, { onError: "skip" }, 0);
    expect(reader.shape === "table" && reader.columns.map(({ name }) => name)).toEqual(["x", "id", "t"]);
    let count = 0;
    for await (const block of reader.blocks()) count += block.rows;
    expect(count).toBe(30_001);
    expect(reader.skipped.reasons.map(({ what }) => what)).toEqual([
      "expected 3 fields, got 1; is the row cut off?",
    ]);
    expect(reader.progress().bytes).toBe(reader.progress().total);
  });

  it("reports the errors that reading here reports, after the same rows", async () => {
    const bad = fileOf("ahead-bad2.csv", `x,id,t\n${rows}nonsense\n`);
    expect(await everything(openAhead(bad, {}, 0))).toEqual(await everything(open(bad)));
    expect((await everything(openAhead("nowhere.csv", {}, 0))).error).toBe("nowhere.csv: no such file");
  });

  it("can be given up, and reads streams here", async () => {
    const reader = await openAhead(table, {}, 0);
    for await (const block of reader.blocks()) {
      expect(block.rows).toBeGreaterThan(0);
      break;
    }
    expect((await everything(openAhead(pieces("a\n1\n")))).rows).toEqual([{ a: 1 }]);
  });
});
