import { type ClassifierOptions, classifier, type TableRows } from "scinol";
import { type RuleName, rules } from "scinol/rules";
import { catalogue } from "../datasets/catalogue.ts";
import { LearnerRows } from "../datasets/learner-rows.ts";
import { seedOf, shuffle, split } from "../datasets/split.ts";
import type { Table } from "../datasets/table.ts";
import { random } from "../random.ts";
import type { Section } from "../report/section.ts";
import type { Experiment, FinishedRun, Run } from "./experiment.ts";

/** The way from ScInOL₂ as published to the default learner, a step at a time. */
const STEPS: {
  readonly [name: string]: { title: string; options: ClassifierOptions<string>; level?: boolean };
} = {
  published: { title: "ScInOL₂ as published", options: { exact: true } },
  level: { title: "+ level", options: { exact: true }, level: true },
  bend: { title: "+ bend", options: { exact: true, views: true } },
  stakes: { title: "+ stakes", options: { memory: "all" } },
  default: { title: "the default: + memories", options: {} },
};
/** Beside them, with the same views and without: what a user would try, and ScInOL₁. */
const OTHERS: readonly RuleName[] = ["nag", "coin", "sfmd", "adagrad", "ftrl", "scinol1"];
const QUICK_OTHERS: readonly RuleName[] = ["nag"];
const ORDERS = ["shuffled", "file", "corrupted"] as const;
const QUICK_ROWS = 40_000;

/** What each step adds: progressive log loss of one pass over raw columns, nothing tuned. */
export const steps: Experiment = {
  name: "steps",
  asked: "theory",

  plan: ({ quick }) =>
    catalogue.flatMap((entry) =>
      ORDERS.filter((order) => order !== "corrupted" || entry.name === "bank").flatMap((order) => {
        const others = (quick ? QUICK_OTHERS : OTHERS).flatMap((rule) => [rule, `${rule} with views`]);
        return [...Object.keys(STEPS), ...others]
          .filter((name) => entry.name !== "mnist" || !/level|bend|views/.test(name))
          .map(
            (algorithm): Run => ({
              experiment: "steps",
              dataset: entry.name,
              algorithm,
              settings: {},
              run: 1,
              parameters: { stream: entry.name, order, ...(quick ? { rows: QUICK_ROWS } : {}) },
              cost: (entry.paper.records / 1e5) * (algorithm === "default" ? 3 : 1),
            }),
          );
      }),
    ),

  execute(run, table) {
    const order = rowsInOrder(
      table!,
      String(run.parameters.order),
      Number(run.parameters.rows ?? table!.rows),
    );
    const step = STEPS[run.algorithm];
    const options: ClassifierOptions<string> = step?.options ?? otherOptions(run.algorithm);
    const rows = new LearnerRows(table!);
    const model = classifier<string>({ ...options, classes: table!.classes });
    const learn = model.table(rows.layout);
    const corrupted =
      run.parameters.order === "corrupted" ? corruptedPlaces(order.length) : new Set<number>();
    const centre = step?.level ? levels(rows) : undefined;
    let sum = 0;
    rows.each(order, (block, labels, from) => {
      corrupt(block, rows, from, corrupted);
      centre?.(block);
      const { losses } = learn(block, labels);
      for (let n = 0; n < block.rows; n++) sum += losses[n];
    });
    return { loss: sum / order.length, rows: order.length };
  },

  sections: (finished) => [
    ...sectionOf(finished, ["shuffled", "file"], {
      id: "steps",
      title: "What each step of the default learner adds",
      prose: [
        "Progressive log loss (every row is predicted, then learned from) of one pass, nothing tuned, on raw columns: categories one-hot, columns of 0 and 1 as indicators, Census's coded columns as categories, MNIST's pixels as indicators, to which the views do not apply. Shuffled: the training rows of the first split. In file order: all rows as they come, which is how data comes.",
        "Be fair: most of the gain is the views, and the other rules given the same views come close on shuffled sets, or pass it. What none of them has is following data that changes in the order of time.",
      ],
    }),
    ...sectionOf(finished, ["shuffled", "corrupted"], {
      id: "corrupted",
      title: "Three corrupted rows",
      only: "bank",
      prose: [
        "Bank, with the numbers of three rows multiplied by 10⁶, early, in the middle and late. The losses are means over all rows, those three included.",
      ],
    }),
  ],
};

function sectionOf(
  finished: readonly FinishedRun[],
  orders: readonly string[],
  { id, title, prose, only }: { id: string; title: string; prose: string[]; only?: string },
): Section[] {
  const runs = finished.filter(
    ({ parameters }) =>
      orders.includes(String(parameters.order)) && (only === undefined || parameters.stream === only),
  );
  if (runs.length === 0) return [];
  const sets = [...new Set(runs.map(({ parameters }) => String(parameters.stream)))];
  const names = [...new Set(runs.map(({ algorithm }) => algorithm))];
  const lossOf = (name: string, set: string, order: string) =>
    runs.find(
      (run) => run.algorithm === name && run.parameters.stream === set && run.parameters.order === order,
    )?.result.loss as number | undefined;
  const rowsUsed = runs.some(({ parameters }) => parameters.rows !== undefined)
    ? [`This was a quick run: at most ${QUICK_ROWS} rows of each set.`]
    : [];
  return [
    {
      id,
      title,
      prose: [...prose, ...orders.flatMap((order) => aheadOfDefault(runs, order)), ...rowsUsed],
      charts: [
        {
          kind: "dots",
          name: id,
          title,
          x: { label: "progressive log loss" },
          dots: runs.map((run) => ({
            row: nameOf(run.algorithm),
            facet: String(run.parameters.stream),
            series: orderName(String(run.parameters.order)),
            x: Math.min(run.result.loss as number, 4 * smallest(runs, String(run.parameters.stream))),
          })),
          caption: "Losses beyond four times the least are drawn at the edge; the table has them.",
        },
      ],
      tables: orders.map((order) => ({
        caption: `Progressive log loss, ${orderName(order)}`,
        head: ["", ...sets],
        rows: names.map((name) => [
          nameOf(name),
          ...sets.map((set) => lossOf(name, set, order)?.toFixed(4) ?? ""),
        ]),
        marked: names.flatMap((name, n) => (name === "default" ? [n] : [])),
      })),
    },
  ];
}

/** Who did better than the default learner, said in words. */
function aheadOfDefault(runs: readonly FinishedRun[], order: string): string[] {
  const own = runs.filter(({ parameters }) => parameters.order === order);
  const ahead = own
    .filter(({ algorithm }) => algorithm === "default")
    .flatMap(({ parameters, result }) => {
      const rivals = own.filter((run) => run.parameters.stream === parameters.stream);
      const best = rivals.reduce((a, b) => (a.result.loss <= b.result.loss ? a : b));
      if (best.algorithm === "default") return [];
      const [theirs, ours] = [best.result.loss as number, result.loss as number];
      return [
        `${nameOf(best.algorithm)} on ${parameters.stream} (${theirs.toFixed(4)} against ${ours.toFixed(4)})`,
      ];
    });
  return [
    ahead.length === 0
      ? `Nobody is ahead of the default, ${orderName(order)}.`
      : `Ahead of the default, ${orderName(order)}: ${ahead.join(", ")}.`,
  ];
}

function smallest(runs: readonly FinishedRun[], set: string): number {
  return Math.min(
    ...runs.filter(({ parameters }) => parameters.stream === set).map((run) => run.result.loss as number),
  );
}

function orderName(order: string): string {
  return order === "file" ? "in file order" : order === "corrupted" ? "three rows × 10⁶" : "shuffled";
}

function nameOf(name: string): string {
  if (STEPS[name] !== undefined) return STEPS[name].title;
  const [rule, ...rest] = name.split(" ");
  return [rules[rule as RuleName].title, ...rest].join(" ");
}

function otherOptions(name: string): ClassifierOptions<string> {
  const [rule, ...rest] = name.split(" ");
  return { rule: rule as RuleName, views: rest.length > 0 };
}

function rowsInOrder(table: Table, order: string, most: number): Uint32Array {
  if (order === "file") return Uint32Array.from({ length: Math.min(table.rows, most) }, (_, row) => row);
  const { training } = split(table, seedOf("steps", "split"));
  shuffle(training, random(seedOf("steps", "order")));
  return training.slice(0, most);
}

function corruptedPlaces(rows: number): Set<number> {
  return new Set([0.1, 0.5, 0.9].map((share) => Math.floor(share * rows)));
}

function corrupt(block: TableRows, rows: LearnerRows, from: number, places: Set<number>): void {
  const width = rows.layout.numbers.length;
  for (const place of places) {
    const n = place - from;
    if (n < 0 || n >= block.rows) continue;
    for (let i = 0; i < width; i++) block.numbers[n * width + i] *= 1e6;
  }
}

/** The `level` view alone: the deviation from a running mean over at most 1,000 values, this one included. */
function levels(rows: LearnerRows): (block: TableRows) => void {
  const width = rows.layout.numbers.length;
  const means = new Float64Array(width);
  let seen = 0;
  return (block) => {
    for (let n = 0; n < block.rows; n++) {
      const horizon = Math.min(++seen, 1000);
      for (let i = 0; i < width; i++) {
        if (rows.layout.numbers[i].kind !== "number") continue;
        const x = block.numbers[n * width + i];
        means[i] += (x - means[i]) / horizon;
        block.numbers[n * width + i] = x - means[i];
      }
    }
  };
}
