#!/usr/bin/env node
/** The lab's commands by themselves: `node packages/lab/dist/main.js reproduce …` or `data …`. */
import { DATA_USAGE, REPRODUCE_USAGE } from "./arguments.ts";
import { data } from "./data.ts";
import { reproduce } from "./reproduce.ts";

// Whoever reads the output may stop reading: `data list | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

const [command, ...words] = process.argv.slice(2);
if (command === "reproduce" && !words.includes("--help")) process.exitCode = await reproduce(words);
else if (command === "data" && !words.includes("--help")) process.exitCode = await data(words);
else {
  process.stderr.write(`${REPRODUCE_USAGE}\n${DATA_USAGE}\n`);
  process.exitCode = words.includes("--help") ? 0 : 2;
}
