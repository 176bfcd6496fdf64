import { classifier, linear, losses } from "scinol";
import { type RuleName, rules } from "scinol/rules";
import { LearnerRows } from "../datasets/learner-rows.ts";
import { PaperRows } from "../datasets/paper-rows.ts";
import type { Table } from "../datasets/table.ts";
import { nagAsReleased } from "./nag-as-released.ts";
import { scinol1Doubled } from "./scinol1-doubled.ts";

/** Whatever can take part in a comparison on a table: it learns from rows in an order, and is tested on others. */
export interface Contestant {
  /** Learns from the rows in order; answers the mean loss of its predictions before learning from each. */
  learn(rows: Uint32Array): number;
  /** Predicts the rows and learns nothing. */
  test(rows: Uint32Array): Quality;
}

export interface Quality {
  readonly crossEntropy: number;
  readonly accuracy: number;
}

/** A linear model that keeps its own state, for variants that no library should have. */
export interface Model {
  score(x: { indices: Int32Array; values: Float64Array }, scores: Float64Array): void;
  learn(x: { indices: Int32Array; values: Float64Array }, slopes: Float64Array): void;
}

/** The default learner's name among the algorithms. */
export const DEFAULT = "default";

/** Variants that reproduce accidents of the published curves. None of them is an algorithm to use. */
export const variants: { readonly [name: string]: Variant } = {
  "nag-as-released": nagAsReleased,
  "scinol1-doubled": scinol1Doubled,
};

export interface Variant {
  readonly title: string;
  /** The algorithm whose published curve it explains. */
  readonly explains: RuleName;
  make(features: number, outputs: number, settings: Readonly<Record<string, number>>): Model;
}

export function titleOf(algorithm: string): string {
  if (algorithm === DEFAULT) return "scinol default";
  return variants[algorithm]?.title ?? rules[algorithm as RuleName].title;
}

/** The contestant of that name: a rule of the library's table, a variant, or the default learner. */
export function contestant(
  algorithm: string,
  settings: Readonly<Record<string, number>>,
  table: Table,
): Contestant {
  if (algorithm === DEFAULT) return learner(table);
  if (variants[algorithm] !== undefined) return variant(variants[algorithm], settings, table);
  return rule(algorithm as RuleName, settings, table);
}

/** A rule exactly as published, on the paper's features and a constant. Two classes share one output. */
function rule(name: RuleName, settings: Readonly<Record<string, number>>, table: Table): Contestant {
  const rows = new PaperRows(table);
  const binary = table.classes.length === 2;
  const loss = binary ? losses.logistic : losses.softmax;
  const model = linear({
    rule: rules[name],
    settings,
    features: rows.features,
    loss,
    outputs: binary ? 1 : table.classes.length,
  });
  const scores = new Float64Array(model.outputs);
  return {
    learn: (order) => {
      let sum = 0;
      for (let n = 0; n < order.length; n++) {
        sum += model.learn(rows.at(order[n]), labelOf(table, order[n], binary));
      }
      return sum / order.length;
    },
    test: (order) => tested(order, table, binary, (row) => model.scoreInto(rows.at(row), scores)),
  };
}

function variant({ make }: Variant, settings: Readonly<Record<string, number>>, table: Table): Contestant {
  const rows = new PaperRows(table);
  const binary = table.classes.length === 2;
  const loss = binary ? losses.logistic : losses.softmax;
  const outputs = binary ? 1 : table.classes.length;
  const model = make(rows.features, outputs, settings);
  const scores = new Float64Array(outputs);
  const slopes = new Float64Array(outputs);
  const read = (row: number) => rows.at(row) as { indices: Int32Array; values: Float64Array };
  return {
    learn: (order) => {
      let sum = 0;
      for (let n = 0; n < order.length; n++) {
        const x = read(order[n]);
        model.score(x, scores);
        sum += loss.suffer(scores, labelOf(table, order[n], binary), slopes);
        model.learn(x, slopes);
      }
      return sum / order.length;
    },
    test: (order) =>
      tested(order, table, binary, (row) => {
        model.score(read(row), scores);
        return scores;
      }),
  };
}

/** The learner users get, on raw columns. */
function learner(table: Table): Contestant {
  const rows = new LearnerRows(table);
  const model = classifier({ classes: table.classes });
  const learn = model.table(rows.layout);
  const predict = model.predictTable(rows.layout);
  const count = table.classes.length;
  return {
    learn: (order) => {
      let sum = 0;
      rows.each(order, (block, labels) => {
        const { losses } = learn(block, labels);
        for (let n = 0; n < block.rows; n++) sum += losses[n];
      });
      return sum / order.length;
    },
    test: (order) => {
      let loss = 0;
      let right = 0;
      rows.each(order, (block, _labels, from) => {
        const probabilities = predict(block);
        for (let n = 0; n < block.rows; n++) {
          const label = table.labels[order[from + n]];
          const own = probabilities.subarray(n * count, (n + 1) * count);
          loss -= Math.log(Math.max(own[label], 1e-300));
          if (highest(own) === label) right++;
        }
      });
      return { crossEntropy: loss / order.length, accuracy: right / order.length };
    },
  };
}

function tested(
  order: Uint32Array,
  table: Table,
  binary: boolean,
  score: (row: number) => Float64Array,
): Quality {
  const loss = binary ? losses.logistic : losses.softmax;
  let sum = 0;
  let right = 0;
  for (let n = 0; n < order.length; n++) {
    const scores = score(order[n]);
    const label = table.labels[order[n]];
    sum += loss.loss(scores, labelOf(table, order[n], binary));
    const answer = binary ? Number(scores[0] > 0) : highest(scores);
    if (answer === label) right++;
  }
  return { crossEntropy: sum / order.length, accuracy: right / order.length };
}

function labelOf(table: Table, row: number, binary: boolean): number {
  const label = table.labels[row];
  return binary ? 2 * label - 1 : label;
}

function highest(values: Float64Array): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}
