import type { Column, SparseBlock } from "@scinol/data";

export type Task = "binary" | "multiclass" | "regression" | "quantile";

export const tasks: readonly Task[] = ["binary", "multiclass", "regression", "quantile"];

/** Whole numbers with more values than this are quantities, not names of classes. */
const mostClasses = 20;

export interface InferredTask {
  readonly task: Task;
  /** What gave it away, for the line that says so. */
  readonly because: string;
}

/** What kind of question a target asks, told from what the first rows show of it. */
export function inferTask(target: Pick<Column, "kind" | "integer" | "distinct">): InferredTask {
  const { kind, integer, distinct } = target;
  const values = `${distinct} ${distinct === 1 ? "value" : "values"} in the first rows`;
  if (kind === "text") return classes(distinct, `text, ${values}`);
  if (kind === "boolean") return classes(distinct, `true or false, ${values}`);
  if (integer && distinct <= mostClasses) return classes(distinct, `whole numbers, ${values}`);
  return { task: "regression", because: integer ? `whole numbers, ${values}` : "numbers" };
}

/** The same for the labels of sparse rows. */
export function inferSparseTask(block: Pick<SparseBlock, "labels">): InferredTask {
  const labels = [...block.labels.subarray(0, 1000)].filter((label) => !Number.isNaN(label));
  return inferTask({
    kind: "number",
    integer: labels.every(Number.isInteger),
    distinct: new Set(labels).size,
  });
}

export function isClassification(task: Task): boolean {
  return task === "binary" || task === "multiclass";
}

function classes(distinct: number, because: string): InferredTask {
  return { task: distinct > 2 ? "multiclass" : "binary", because };
}
