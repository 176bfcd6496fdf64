import type { ToyCurve, ToyResult } from "./toy-experiment.ts";

/** The experiment as a table to read: a row a rule, the published number in brackets where there is one. */
export function toyTable(result: ToyResult): string {
  const { checkpoints } = result;
  const bound = (name: string, value: number) => [name, "", ...checkpoints.map(() => cell(value, undefined))];
  const rows = [
    ["rule", "settings", ...checkpoints.map((t) => `${grouped(t)} rounds`.padEnd(CELL))],
    bound("zero vector", result.zeroVector),
    ...result.rules.map((curve) => [
      curve.title,
      settingsOf(curve),
      ...checkpoints.map((t, c) => cell(curve.loss[c], curve.published?.loss[t])),
    ]),
    bound("best possible", result.bestPossible),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
  const rule = "─".repeat(Math.max(...lines.map((line) => line.length)));
  lines.splice(lines.length - 1, 0, rule);
  lines.splice(2, 0, rule);
  lines.splice(1, 0, rule);
  return [
    `Test cross-entropy on the paper's toy data: 21 features of scale 2⁻¹⁰ … 2¹⁰, ${grouped(result.training)} training and`,
    `${grouped(result.test)} test examples. In brackets: as published, a mean of ten training sets.`,
    "",
    ...lines,
    "",
    "* the best on this data of the paper's nine rates, 0.001 … 10 (NAG: the published 0.5, times √21).",
    "",
  ].join("\n");
}

const CELL = "0.0000 (0.0000)".length;

function cell(ours: number, published: number | undefined): string {
  const text = published === undefined ? short(ours) : `${short(ours)} (${short(published)})`;
  return text.padEnd(CELL);
}

/** Six characters: four decimals, or fewer where the number is large. */
function short(value: number): string {
  return value < 10
    ? value.toFixed(4)
    : value < 1e5
      ? value.toPrecision(5).slice(0, 6)
      : value.toExponential(0);
}

function settingsOf({ settings, tuned }: ToyCurve): string {
  const { rate } = settings;
  return rate === undefined ? "" : `rate ${rate}${tuned ? " *" : ""}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
