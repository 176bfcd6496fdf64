import type { Command } from "commander";

/** The lab's commands, which read their own words. It is loaded only when asked for: drawing takes large libraries. */
export function addLab(program: Command): void {
  add(program, "reproduce", "the paper again, drawn over its own figures", async (words) => {
    const { REPRODUCE_USAGE, reproduce } = await import("@scinol/lab");
    return words.includes("--help")
      ? usage(REPRODUCE_USAGE, "scinol reproduce toy --out report")
      : reproduce(words);
  });
  add(program, "data", "the paper's data sets: list, fetch, info", async (words) => {
    const { DATA_USAGE, data } = await import("@scinol/lab");
    return words.includes("--help") ? usage(DATA_USAGE, "scinol data info bank") : data(words);
  });
}

function add(
  program: Command,
  name: string,
  summary: string,
  run: (words: string[]) => Promise<number>,
): void {
  program
    .command(name)
    .summary(summary)
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => {
      const code = await run(words);
      if (code !== 0) process.exit(code);
    });
}

function usage(text: string, example: string): number {
  process.stdout.write(`${text.replace("usage: ", "Usage: scinol ")}\n\nExample:\n  ${example}\n`);
  return 0;
}
