import { availableParallelism } from "node:os";
import type { FinishedRun } from "../experiments/experiment.ts";
import { version } from "../version.ts";
import type { Claim } from "./claims.ts";
import type { Difference } from "./differences.ts";
import { draw, escaped } from "./draw.ts";
import type { Section, TextTable } from "./section.ts";

/** The report as one page that needs nothing else. */
export function page(
  sections: readonly Section[],
  claims: readonly Claim[],
  differing: readonly Difference[],
  finished: readonly FinishedRun[],
  command: string,
): string {
  const seconds = finished.reduce((sum, run) => sum + run.seconds, 0);
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>scinol: the paper, reproduced</title><style>${STYLE}</style></head><body>`,
    "<h1>The paper, reproduced</h1>",
    `<p>Kempka, Kotłowski, Warmuth: <cite>Adaptive scale-invariant online algorithms for learning linear models</cite> (ICML 2019), run again with scinol ${version}: ${finished.length} runs, ${(seconds / 60).toFixed(0)} minutes of computing.</p>`,
    `<nav>${sections.map(({ id, title }) => `<a href="#${id}">${escaped(title)}</a>`).join(" · ")} · <a href="#claims">Claims</a> · <a href="#again">Run it again</a></nav>`,
    claimsSection(claims),
    ...sections.map(sectionOf),
    differencesSection(differing),
    `<section id="again"><h2>Run it again</h2><p>Seeds are fixed: the same command gives the same numbers on every machine. What is in <code>results.jsonl</code> already is not done again.</p><pre>scinol ${escaped(command)}</pre><p>From a checkout: <code>npm ci &amp;&amp; npm run build &amp;&amp; node packages/lab/dist/main.js ${escaped(command)}</code>. Threads: as many as cores (here ${availableParallelism()}).</p></section>`,
    "</body></html>",
    "",
  ].join("\n");
}

function sectionOf({ id, title, prose, charts, tables }: Section): string {
  return [
    `<section id="${id}"><h2>${escaped(title)}</h2>`,
    ...prose.map((text) => `<p>${escaped(text)}</p>`),
    `<div class="charts">`,
    ...charts.map((chart) => {
      const caption = chart.caption === undefined ? "" : `<figcaption>${escaped(chart.caption)}</figcaption>`;
      return `<figure>${draw(chart)}${caption}</figure>`;
    }),
    "</div>",
    ...tables.map(tableOf),
    "</section>",
  ].join("\n");
}

function tableOf({ caption, head, rows, marked = [] }: TextTable): string {
  return [
    `<table><caption>${escaped(caption)}</caption><thead><tr>${head.map((cell) => `<th>${escaped(cell)}</th>`).join("")}</tr></thead><tbody>`,
    ...rows.map(
      (row, n) =>
        `<tr${marked.includes(n) ? ' class="ours"' : ""}>${row.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`,
    ),
    "</tbody></table>",
  ].join("\n");
}

function claimsSection(claims: readonly Claim[]): string {
  const cell = (verdict: string, numbers: string) =>
    `<td><span class="${verdict === "holds" ? "yes" : verdict === "not run" ? "" : "no"}">${verdict}</span>${numbers === "" ? "" : `: ${escaped(numbers)}`}</td>`;
  return [
    `<section id="claims"><h2>What the paper says, and what came out</h2>`,
    "<p>The paper says most of this in words without numbers. What we take a sentence to mean, thresholds included, is ours; the same test is put to the published curves at the same epochs.</p>",
    "<table><thead><tr><th>the paper, to the letter</th><th>taken to mean</th><th>judged at</th><th>our runs</th><th>the published curves</th></tr></thead><tbody>",
    ...claims.map(
      ({ quote, criterion, judgedAt, verdict, numbers, published }) =>
        `<tr><td><q>${escaped(quote)}</q></td><td>${escaped(criterion)}</td><td>${escaped(judgedAt)}</td>${cell(verdict, numbers)}${published === undefined ? "<td></td>" : cell(published.verdict, published.numbers)}</tr>`,
    ),
    "</tbody></table></section>",
  ].join("\n");
}

function differencesSection(differing: readonly Difference[]): string {
  if (differing.length === 0) return "";
  return `<section id="differences"><h2>More than two standard deviations from the published curve</h2>${tableOf(
    {
      caption: "Cross-entropy after the last epoch that was run",
      head: ["data set", "algorithm", "ours", "published", "Δ", "why"],
      rows: differing.map((one) => [
        one.dataset,
        one.algorithm,
        one.ours,
        one.published,
        one.inDeviations,
        one.explanation,
      ]),
    },
  )}</section>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; --paper: #fff; --mark: #ddf4ff; --yes: #1a7f37; --no: #cf222e }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --quiet: #9198a1; --line: #3d444d; --paper: #0d1117; --mark: #12304f; --yes: #3fb950; --no: #f85149 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 1180px; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem } nav { line-height: 2 } a { color: inherit }
figure { margin: 1rem 0; overflow-x: auto } figcaption { color: var(--quiet); font-size: 13px } .charts { display: flex; flex-wrap: wrap; gap: 1rem }
svg { max-width: 100%; height: auto } table { border-collapse: collapse; font-size: 13px; margin: 1rem 0; display: block; overflow-x: auto }
caption { text-align: left; color: var(--quiet); padding: .3rem 0 } th, td { text-align: left; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-variant-numeric: tabular-nums }
tr.ours { background: var(--mark) } .yes { color: var(--yes); font-weight: 600 } .no { color: var(--no); font-weight: 600 } pre { background: var(--mark); padding: .6rem; overflow-x: auto }
`;
