/**
 * What `npm start` runs: the toy example on its first training set, every algorithm at every rate, with a report in
 * `reproduction/`. Whatever is added is added to the command: `npm start -- --runs 10`.
 */
import { reproduce } from "./reproduce.ts";

const words = process.argv.slice(2);
const given = (name: string) => words.some((word) => word === name || word.startsWith(`${name}=`));
process.exitCode = await reproduce([
  "toy",
  ...(given("--runs") ? [] : ["--runs", "1"]),
  ...(given("--out") ? [] : ["--out", "reproduction"]),
  ...words,
]);
