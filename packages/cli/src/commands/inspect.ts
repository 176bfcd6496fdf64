import { type Command, Option } from "commander";
import type { Classifier, Label, NamedWeight, Regressor } from "scinol";
import { wholeNumber } from "../arguments.ts";
import { learnerName } from "../learning-options.ts";
import { type Learner, readModel, type StoredModel } from "../notes.ts";
import { print, printed } from "../speech.ts";
import { UserError } from "../user-error.ts";
import { count, counted, csvLine, figure, table } from "../wording.ts";

interface InspectOptions {
  weights?: boolean;
  diff?: string;
  top: number;
  json?: boolean;
}

/** What one output has learned. */
interface Output {
  readonly label: Label | null;
  readonly intercept: number;
  readonly weights: readonly NamedWeight[];
}

export function addInspect(program: Command): void {
  program
    .command("inspect")
    .summary("what is in a model")
    .description(
      "Shows a model's settings, columns, classes and strongest weights, in the columns' own units.",
    )
    .argument("<model>", "made by scinol train")
    .option("--weights", "all the weights, as CSV")
    .option("--diff <other>", "what is different in another model")
    .option("--top <number>", "how many weights to show", wholeNumber(1), 20)
    .addOption(new Option("--json", "one JSON document on standard output"))
    .addHelpText(
      "after",
      `
A weight is what one more unit of a column, or the presence of a category, adds to the score.

Examples:
  scinol inspect bank.scinol
  scinol inspect bank.scinol --weights > weights.csv
  scinol inspect monday.scinol --diff tuesday.scinol
`,
    )
    .action((path: string, options: InspectOptions) => inspect(path, options));
}

async function inspect(path: string, options: InspectOptions): Promise<void> {
  const model = readModel(path);
  if (options.diff !== undefined) return diff(model, readModel(options.diff), options);
  const outputs = outputsOf(model.learner);
  if (options.weights) return listWeights(outputs, options);
  const facts = factsOf(model);
  const strongest = rank(outputs).slice(0, options.top);
  if (options.json) return print(`${JSON.stringify({ ...facts, weights: outputs })}\n`);
  const lines = Object.entries(facts).map(([name, value]) => [name, describe(value)]);
  const width = Math.max(...lines.map(([name]) => name.length));
  const several = outputs.length > 1;
  const rows = strongest.map(({ label, name, weight }) => [
    ...(several ? [String(label)] : []),
    name,
    figure(weight),
  ]);
  const head = [...(several ? ["class"] : []), "column", "weight"];
  const towards =
    !several && outputs[0]?.label !== null && outputs[0] !== undefined
      ? ` (towards ${outputs[0].label})`
      : "";
  print(`${lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n")}\n`);
  if (rows.length > 0) print(`\nstrongest weights${towards}\n${alignNames([head, ...rows])}\n`);
}

function listWeights(outputs: readonly Output[], options: InspectOptions): void | Promise<void> {
  if (options.json) return print(`${JSON.stringify(outputs)}\n`);
  let text = csvLine(["class", "column", "weight"]);
  for (const { label, intercept, weights } of outputs) {
    text += csvLine([label, "", intercept]);
    for (const { name, weight } of weights) text += csvLine([label, name, weight]);
  }
  return printed(text);
}

/** What a person would ask first. */
function factsOf({ path, learner, notes, bytes: size }: StoredModel): { [name: string]: unknown } {
  const json = learner.toJSON() as {
    options: { rule?: string; settings?: object; views?: boolean };
    hash?: string;
    engine?: { name: string; why: string };
    columns: { name: string; kind: string; categories: number }[];
    progress: { rounds: number; meanLoss: number };
    shares: { member: string; share: number }[];
    loss?: string;
  };
  const { options } = json;
  const { plan, tally } = notes ?? {};
  return {
    model: path,
    bytes: size,
    task: notes?.task ?? learner.task,
    ...(notes?.target === undefined ? {} : { target: notes.target }),
    ...(json.hash === undefined ? {} : { hash: json.hash }),
    learner: options.rule ?? learnerName({}),
    ...(options.rule === undefined
      ? {}
      : { settings: options.settings, exact: plan?.learning.exact ?? false, views: options.views }),
    shares: Object.fromEntries(
      json.shares.map(({ member, share }) => [member, Number(share.toPrecision(4))]),
    ),
    rounds: json.progress.rounds,
    loss: tally === undefined || tally.weight === 0 ? json.progress.meanLoss : tally.totalLoss / tally.weight,
    ...(json.loss === undefined ? {} : { lossName: json.loss }),
    ...(learner.task === "classification" ? { classes: (learner as Classifier).classes } : {}),
    coordinates: learner.coordinates,
    complete: notes?.position.done ?? true,
    columns: json.columns,
  };
}

function describe(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? count(value) : figure(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    if (value.every((entry) => typeof entry === "object")) return describeColumns(value);
    return value
      .map((entry) => (typeof entry === "number" ? String(Number(entry.toPrecision(4))) : String(entry)))
      .join(", ");
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([name, entry]) => `${name} ${entry}`)
      .join(", ");
  }
  return String(value);
}

function describeColumns(columns: readonly { name: string; kind: string; categories: number }[]): string {
  const kinds = new Map<string, string[]>();
  for (const { name, kind } of columns) kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  const told = [...kinds].map(([kind, names]) => {
    const listed = names.length <= 12 ? names.join(", ") : `${names.slice(0, 11).join(", ")}, …`;
    return `${names.length} ${kind}: ${listed}`;
  });
  return `${counted(columns.length, "column")}; ${told.join("; ")}`;
}

function outputsOf(learner: Learner): Output[] {
  if (learner.task === "regression") {
    const { intercept, weights } = (learner as Regressor).weights();
    return [{ label: null, intercept, weights }];
  }
  const { classes } = learner as Classifier;
  return classes.slice(classes.length > 2 ? 0 : 1).map((label) => {
    const { intercept, weights } = (learner as Classifier).weights(label);
    return { label, intercept, weights };
  });
}

function rank(outputs: readonly Output[]): (NamedWeight & { label: Label | null })[] {
  return outputs
    .flatMap(({ label, weights }) => weights.map((weight) => ({ ...weight, label })))
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

/** Names to the left, the last column to the right. */
function alignNames(rows: readonly (readonly string[])[]): string {
  const last = rows[0].length - 1;
  const widths = rows[0].map((_, n) => Math.max(...rows.map((row) => [...row[n]].length)));
  return rows
    .map((row) =>
      row.map((cell, n) => (n === last ? cell.padStart(widths[n]) : cell.padEnd(widths[n]))).join("  "),
    )
    .join("\n");
}

function diff(model: StoredModel, other: StoredModel, options: InspectOptions): void {
  if (model.learner.task !== other.learner.task) {
    throw new UserError(
      `${other.path}: is a ${other.learner.task}, ${model.path} a ${model.learner.task}; they have no weights in common`,
    );
  }
  const [facts, others] = [factsOf(model), factsOf(other)];
  const settings = Object.keys({ ...facts, ...others })
    .filter((name) => name !== "model" && JSON.stringify(facts[name]) !== JSON.stringify(others[name]))
    .map((name) => ({ name, before: facts[name] ?? null, after: others[name] ?? null }));
  const [before, after] = [weightMap(model.learner), weightMap(other.learner)];
  const weights = [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({
      key,
      before: before.get(key)?.weight ?? 0,
      after: after.get(key)?.weight ?? 0,
      ...nameOf(before.get(key) ?? after.get(key)),
    }))
    .filter((change) => change.before !== change.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  if (options.json) {
    const changes = weights.map(({ key: _, ...change }) => change);
    return print(`${JSON.stringify({ settings, weights: changes })}\n`);
  }
  if (settings.length === 0 && weights.length === 0) return print("no difference\n");
  for (const { name, before: was, after: is } of settings) {
    if (name !== "columns") print(`${name}: ${describe(was)} → ${describe(is)}\n`);
  }
  if (weights.length === 0) return;
  const several = outputsOf(model.learner).length > 1;
  const rows = weights
    .slice(0, options.top)
    .map((change) => [
      several ? `${change.label}: ${change.name}` : change.name,
      figure(change.before),
      figure(change.after),
      figure(change.after - change.before),
    ]);
  print(
    `\n${counted(weights.length, "weight")} changed, the most first\n${table([["column", "before", "after", "change"], ...rows])}\n`,
  );
}

interface PlacedWeight {
  readonly label: Label | null;
  readonly name: string;
  readonly weight: number;
}

function weightMap(learner: Learner): Map<string, PlacedWeight> {
  const map = new Map<string, PlacedWeight>();
  for (const { label, intercept, weights } of outputsOf(learner)) {
    map.set(JSON.stringify([label, ""]), { label, name: "(intercept)", weight: intercept });
    for (const { name, weight } of weights) map.set(JSON.stringify([label, name]), { label, name, weight });
  }
  return map;
}

function nameOf(placed: PlacedWeight | undefined): { label: Label | null; name: string } {
  return { label: placed?.label ?? null, name: placed?.name ?? "" };
}
