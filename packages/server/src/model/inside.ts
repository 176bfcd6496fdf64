import type { Classifier, Label, NamedWeight } from "scinol";
import type { ModelDetails } from "scinol/client";
import type { Learner } from "./learner-of.ts";

/** Columns shown, weights shown of each class, and classes whose weights are shown. */
const MOST_COLUMNS = 1000;
const STRONGEST = 50;
const MOST_CLASSES = 20;

/** Looking into a model takes at most this part of the time. */
const SELDOM = 20;

/** The most cells that are read to look into a learner, in one turn of the event loop. Larger learners are not looked into. */
const MOST_CELLS = 2 ** 19;
/** A learner of so few cells is looked into for every request. */
const FEW_CELLS = 2 ** 12;

/** What there is to see inside a learner. */
interface Inside {
  readonly columns: ModelDetails["columns"];
  readonly weights: ModelDetails["weights"];
}

/** What of a learner's JSON is used: a classifier has weights for every class, a regressor has just weights. */
interface Told {
  readonly columns: readonly { readonly name: string; readonly kind?: string; readonly categories: number }[];
  readonly intercept?: number;
  readonly weights: readonly Output[] | readonly NamedWeight[];
}

interface Output {
  readonly label: Label | null;
  readonly intercept: number;
  readonly weights: readonly NamedWeight[];
}

const looked = new WeakMap<Learner, { seen: Inside; rounds: number; at: number; took: number }>();

/** Looks into a learner; into a large one that is looked at often, not every time. */
export function inside(learner: Learner): Inside {
  const cells = cellsOf(learner);
  if (cells > MOST_CELLS) return HIDDEN;
  const start = performance.now();
  const { rounds } = learner.progress;
  const before = looked.get(learner);
  const isSmall = cells <= FEW_CELLS;
  if (
    before !== undefined &&
    (before.rounds === rounds || (!isSmall && start - before.at < SELDOM * before.took))
  )
    return before.seen;
  const seen = look(learner);
  looked.set(learner, { seen, rounds, at: start, took: performance.now() - start });
  return seen;
}

const HIDDEN: Inside = { columns: [], weights: [] };

function cellsOf(learner: Learner): number {
  const classes = learner.task === "classification" ? (learner as Classifier).classes.length : 1;
  const outputs = classes > 2 ? classes : 1;
  return outputs * learner.coordinates;
}

function look(learner: Learner): Inside {
  const told = learner.toJSON() as Told;
  const outputs =
    learner.task === "classification"
      ? (told.weights as readonly Output[])
      : [{ label: null, intercept: told.intercept ?? 0, weights: told.weights as readonly NamedWeight[] }];
  return {
    columns: told.columns
      .slice(0, MOST_COLUMNS)
      .map(({ name, kind = "missing", categories }) => ({ name, kind, categories })),
    weights: outputs.slice(0, MOST_CLASSES).map(strongest),
  };
}

function strongest({ label, intercept, weights }: Output): ModelDetails["weights"][number] {
  const told = weights
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, STRONGEST);
  return { label, intercept, strongest: told };
}
