import type { Result } from "./contest.ts";
import { type Curve, curvesSvg, escaped } from "./curves-svg.ts";
import { count, figure, percent } from "./wording.ts";

const styles = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; --paper: #fff; --ours: #0b62d6; --mark: #ddf0ff }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif } text { fill: var(--ink) }
.quiet { fill: var(--quiet); color: var(--quiet) } .grid { stroke: var(--line); stroke-width: .5 }
.curve { fill: none; stroke-width: 1.5 } path.faint { stroke: var(--line); stroke-width: .75 }
path.ours { stroke: var(--ours); stroke-width: 3 } text.ours { fill: var(--ours); font-weight: 600 }
${["#b35900", "#1a7f37", "#8250df", "#bf3989", "#9a6700", "#0a7ea4", "#cf222e", "#57606a"].map((colour, n) => `path.c${n} { stroke: ${colour} } text.c${n} { fill: ${colour} }`).join("\n")}
table { border-collapse: collapse; width: 100% } th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums }
th:nth-child(2), td:nth-child(2), th:nth-child(3), td:nth-child(3) { text-align: left } tr.ours { background: var(--mark); font-weight: 600 }
@media (prefers-color-scheme: dark) {
:root { --ink: #f0f6fc; --quiet: #9198a1; --line: #3d444d; --paper: #0d1117; --ours: #4c9dff; --mark: #12263f }
${["#f0883e", "#3fb950", "#a371f7", "#f778ba", "#d29922", "#39c5cf", "#ff7b72", "#9198a1"].map((colour, n) => `path.c${n} { stroke: ${colour} } text.c${n} { fill: ${colour} }`).join("\n")}
}`;

/** A page that needs nothing but itself: the curves, what they say, and every figure. */
export function comparePage(
  file: string,
  results: readonly Result[],
  words: { score: string; verdict: readonly string[]; nameOf: (result: Result) => string },
): string {
  const isClassification = results[0]?.accuracy !== undefined;
  const svg = curvesSvg(curvesOf(results, words.nameOf), `${words.score} against rows, by learner`);
  const cells = (result: Result, place: number) => {
    const { contestant } = result;
    return [
      String(place + 1),
      contestant.title,
      contestant.input,
      contestant.rate === undefined ? "–" : String(contestant.rate),
      figure(result.score),
      isClassification ? percent(result.accuracy ?? 0) : figure(result.rmse ?? 0),
    ];
  };
  const head = ["", "learner", "numbers enter", "rate", words.score, isClassification ? "accuracy" : "RMSE"];
  const row = (values: readonly string[], tag: string) =>
    values.map((value) => `<${tag}>${escaped(value)}</${tag}>`).join("");
  const body = results
    .map(
      (result, place) =>
        `<tr${result.contestant.isDefault ? ' class="ours"' : ""}>${row(cells(result, place), "td")}</tr>`,
    )
    .join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(file)}: learners compared</title><style>${styles}</style></head>
<body>
<h1>${escaped(file)}</h1>
<p>${count(results[0]?.rows ?? 0)} rows, one pass, ${results.length} learners on the same stream; each prediction is judged before its label is seen.</p>
${words.verdict.map((line) => `<p>${escaped(line)}</p>`).join("\n")}
<h2>Learning curves</h2>
<p class="quiet">Mean ${escaped(words.score)} so far. Named: each learner at the rate and input that turned out best for it. Grey: all others.</p>
${svg}
<h2>All of them</h2>
<table><thead><tr>${row(head, "th")}</tr></thead><tbody>
${body}
</tbody></table>
</body></html>
`;
}

function curvesOf(results: readonly Result[], nameOf: (result: Result) => string): Curve[] {
  const best = new Set<Result>();
  const met = new Set<string>();
  // Results are sorted, so the first of a learner is its best.
  for (const result of results) {
    if (met.has(result.contestant.title)) continue;
    met.add(result.contestant.title);
    best.add(result);
  }
  return results.map((result) => ({
    name: nameOf(result),
    points: result.curve,
    emphasised: result.contestant.isDefault,
    faint: !best.has(result),
  }));
}
