import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { afterEach, expect, it, vi } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const examples = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));

afterEach(() => vi.restoreAllMocks());

it.each(examples)("%s prints what it says", async (name) => {
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...values) => {
    printed.push(format(...values));
  });
  await import(/* @vite-ignore */ folder + name);
  const said = [...readFileSync(folder + name, "utf8").matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);
  expect(printed).toEqual(said);
});
