import { catalogue } from "../datasets/catalogue.ts";
import type { FinishedRun } from "../experiments/experiment.ts";
import { judge } from "./claims.ts";
import { number } from "./classification-sections.ts";
import { entrantsOf, publishedOf } from "./contest.ts";
import { toyEntrants, toyTitle } from "./toy-sections.ts";

/** What came out, for a terminal: a few lines an experiment, the published number in brackets. */
export function summary(finished: readonly FinishedRun[]): string {
  const lines: string[] = [];
  const toy = toyEntrants(finished);
  if (toy.length > 0) {
    lines.push("", "Toy example: test cross-entropy after 5,000 rounds, the best rate of each (published)");
    for (const algorithm of new Set(toy.map((one) => one.algorithm))) {
      const best = toy
        .filter((one) => one.algorithm === algorithm)
        .reduce((a, b) => (a.crossEntropy.mean.at(-1)! < b.crossEntropy.mean.at(-1)! ? a : b));
      const rate = best.rate === undefined ? "" : `rate ${best.rate}`;
      const published = best.published === undefined ? "" : `(${number(best.published.at(-1)!)})`;
      lines.push(
        `  ${toyTitle(algorithm).padEnd(18)}${rate.padEnd(12)}${number(best.crossEntropy.mean.at(-1)!).padStart(9)}  ${published}`,
      );
    }
    lines.push(`  ${"zero vector".padEnd(30)}   0.6931`, `  ${"best possible".padEnd(30)}   0.2604`);
  }
  for (const entry of catalogue) {
    const runs = finished.filter(({ experiment }) => experiment === entry.name);
    if (runs.length === 0) continue;
    const entrants = entrantsOf(entry, runs).filter(({ best, paperRate }) => best || paperRate);
    const epochs = entrants[0].crossEntropy.mean.length;
    lines.push("", `${entry.title}: test cross-entropy after epoch ${epochs} (published)`);
    for (const one of entrants) {
      const published = publishedOf(entry, "crossEntropy", one)?.mean[epochs - 1];
      const sd = one.runs > 1 ? ` ± ${number(one.crossEntropy.sd[epochs - 1])}` : "";
      lines.push(
        `  ${one.title.padEnd(26)}${number(one.crossEntropy.mean[epochs - 1])}${sd}${published === undefined ? "" : `  (${number(published)})`}`,
      );
    }
  }
  const claims = judge(finished).filter(({ verdict }) => verdict !== "not run");
  if (claims.length > 0) {
    lines.push("", "What the paper says");
    for (const { verdict, quote } of claims)
      lines.push(`  ${verdict.padEnd(15)}${quote.replace(/\s+/g, " ").slice(0, 100)}`);
  }
  return lines.length === 0 ? "" : `${lines.join("\n").trimStart()}\n`;
}
