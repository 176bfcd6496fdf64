import { DEFAULT, variants } from "../contestants/contestant.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { FinishedRun } from "../experiments/experiment.ts";
import { differenceIn, type Entrant, entrantsOf, publishedOf } from "./contest.ts";
import { type Measure, PUBLISHED_ALGORITHMS, publishedCurve } from "./published.ts";
import type { LineChart, Section, Series, TextTable } from "./section.ts";

/** The report on one data set: both measures over the published curves, the accidents apart, and a table. */
export function classificationSections(entry: Dataset, finished: readonly FinishedRun[]): Section[] {
  if (finished.length === 0) return [];
  const entrants = entrantsOf(entry, finished);
  const epochs = entrants[0].crossEntropy.mean.length;
  const runs = Math.max(...entrants.map((one) => one.runs));
  const reduced = [
    ...(runs < 10 ? [`${runs} run${runs === 1 ? "" : "s"} instead of 10`] : []),
    ...(epochs < entry.paper.epochs ? [`${epochs} epochs instead of ${entry.paper.epochs}`] : []),
    ...(entrants.filter(({ algorithm }) => algorithm === "sgd").length < 6
      ? ["only the best-known rates"]
      : []),
  ];
  const explained = Object.values(variants).map(({ explains }) => explains as string);
  return [
    {
      id: entry.name,
      title: entry.title,
      prose: [
        `${entry.about}. ${entry.encoding}. Split: ${entry.split}.`,
        reduced.length === 0
          ? "The full protocol: 10 runs, every rate, as many epochs as published."
          : `Reduced: ${reduced.join(", ")}.`,
        "Solid: ours, with one standard deviation. Dashed: as published. Of the rates, the best after the last epoch is drawn. The default learner reads raw columns, by its views; all others the paper's features.",
      ],
      charts: [
        ...(["crossEntropy", "accuracy"] as const).map((measure) =>
          panel(
            entry,
            entrants,
            measure,
            `${entry.name}-${measure === "accuracy" ? "accuracy" : "cross-entropy"}`,
            "",
            ({ algorithm, best }) => best && (algorithm === DEFAULT || isPublished(algorithm)),
            PUBLISHED_ALGORITHMS,
          ),
        ),
        panel(
          entry,
          entrants,
          "crossEntropy",
          `${entry.name}-accidents`,
          ": accidents of the published curves",
          ({ algorithm, paperRate, best }) =>
            variants[algorithm] !== undefined || (explained.includes(algorithm) && (paperRate || best)),
          explained,
        ),
      ],
      tables: [table(entry, entrants, epochs)],
    },
  ];
}

function isPublished(algorithm: string): boolean {
  return (PUBLISHED_ALGORITHMS as readonly string[]).includes(algorithm);
}

function panel(
  entry: Dataset,
  entrants: readonly Entrant[],
  measure: Measure,
  name: string,
  what: string,
  drawn: (one: Entrant) => boolean,
  published: readonly string[],
): LineChart {
  const ours = entrants.filter(drawn);
  const epochs = Math.max(...ours.map((one) => one[measure].mean.length));
  const series: Series[] = ours.map((one) => ({
    name: one.title,
    points: one[measure].mean.map((y, n) => [n + 1, y] as const),
    deviations: one[measure].sd,
    bold: one.algorithm === DEFAULT,
  }));
  for (const algorithm of new Set(published)) {
    const curve = publishedCurve(entry.name, measure, algorithm);
    const own = ours.find((one) => one.algorithm === algorithm);
    if (curve === undefined || own === undefined) continue;
    series.push({
      name: own.title,
      dashed: true,
      points: curve.mean.slice(0, epochs).map((y, n) => [n + 1, y] as const),
    });
  }
  const label = measure === "accuracy" ? "accuracy" : "cross-entropy";
  return {
    kind: "lines",
    name,
    title: `${entry.title}: test ${label}${what}`,
    x: { label: "epochs" },
    y: { label: `test ${label}`, domain: domainOf(series, measure) },
    series,
  };
}

/** From the least to somewhat above what most curves reach: one that diverges must not flatten all the others. */
function domainOf(series: readonly Series[], measure: Measure): readonly [number, number] {
  const all = series
    .flatMap(({ points }) => points.map(([, y]) => y))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const quantile = (share: number) => all[Math.min(all.length - 1, Math.floor(share * all.length))];
  if (measure === "accuracy")
    return [
      Math.max(all[0], quantile(0.5) - 4 * (quantile(0.95) - quantile(0.3)) - 0.005),
      all.at(-1)! + 0.003,
    ];
  return [all[0] * 0.98, Math.min(all.at(-1)!, quantile(0.5) + 2 * (quantile(0.75) - all[0])) * 1.02];
}

function table(entry: Dataset, entrants: readonly Entrant[], epochs: number): TextTable {
  const rows: { title: string; cells: string[]; mark: boolean }[] = [];
  for (const one of entrants) {
    if (!one.best && !one.paperRate) continue;
    const cells = [`${one.runs}`];
    for (const measure of ["crossEntropy", "accuracy"] as const) {
      const curve = one[measure];
      const [ours, sd] = [curve.mean[epochs - 1], curve.sd[epochs - 1]];
      const published = publishedOf(entry, measure, one);
      cells.push(`${number(ours)}${one.runs > 1 ? ` ± ${number(sd)}` : ""}`);
      if (published === undefined) cells.push("", "");
      else {
        const [theirs, theirSd] = [published.mean[epochs - 1], published.sd[epochs - 1]];
        const difference = differenceIn(ours, sd, one.runs, theirs, theirSd);
        cells.push(`${number(theirs)} ± ${number(theirSd)}`, signed(difference));
      }
    }
    const note = one.best
      ? one.paperRate
        ? ""
        : one.rate !== undefined && isPublished(one.algorithm)
          ? ", our best rate"
          : ""
      : ", the paper's rate";
    rows.push({ title: one.title + note, cells, mark: one.algorithm === DEFAULT });
  }
  return {
    caption: `${entry.title} after epoch ${epochs}. Δ is ours minus published, in standard deviations of a run`,
    head: ["algorithm", "runs", "cross-entropy", "published", "Δ", "accuracy", "published", "Δ"],
    rows: rows.map(({ title, cells }) => [title, ...cells]),
    marked: rows.flatMap(({ mark }, n) => (mark ? [n] : [])),
  };
}

export function number(value: number): string {
  return Math.abs(value) >= 100 ? value.toPrecision(4) : value.toFixed(4);
}

export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value) > 99 ? "99+" : Math.abs(value).toFixed(1)}`;
}
