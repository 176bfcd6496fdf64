import { readdirSync, readFileSync } from "node:fs";
import { format } from "node:util";
import { expect, vi } from "vitest";

/** The examples of a folder. */
export function programsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
}

/** Runs an example: its `// → …` lines are what it prints. */
export async function expectToPrint(path: string): Promise<void> {
  const printed: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...values) => {
    printed.push(format(...values));
  });
  try {
    await import(/* @vite-ignore */ path);
  } finally {
    log.mockRestore();
  }
  const said = [...readFileSync(path, "utf8").matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);
  expect(printed).toEqual(said);
}
