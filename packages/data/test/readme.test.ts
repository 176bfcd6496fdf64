import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { open } from "../src/index.ts";
import { fileOf } from "./reading.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
const bank = fileOf("bank.csv", "age;job;duration;y\n56;housemaid;261;no\n57;unknown;149;yes\n");

describe("the readme", () => {
  it("has examples", () => expect(examples).toHaveLength(2));

  it.each(examples)("runs as written: %s", async (example) => {
    const body = example.replace(/^import .*$/m, "").replaceAll('"bank.csv"', JSON.stringify(bank));
    const printed: unknown[] = [];
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (...values: unknown[]) => unknown;
    await new AsyncFunction("open", "console", body)(open, { log: (row: unknown) => printed.push(row) });
    if (example.includes("console.log")) {
      expect(printed).toEqual([
        { age: 56, job: "housemaid", y: "no" },
        { age: 57, job: null, y: "yes" },
      ]);
    }
  });
});
