import { bestComparator, linear, StoredExamples, trackRegret } from "scinol";
import { PaperRows } from "../datasets/paper-rows.ts";
import { seedOf, shuffle } from "../datasets/split.ts";
import type { Table } from "../datasets/table.ts";
import { random } from "../random.ts";
import { draw, trueWeights } from "../toy.ts";
import type { Experiment, FinishedRun, Run } from "./experiment.ts";

const RULES = ["scinol1", "scinol2"] as const;
const STREAMS = ["toy", "bank"] as const;
const CHECKPOINTS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 40_000];

/** Regret over time against the best fixed weights of the whole stream, with what the paper promises. */
export const regret: Experiment = {
  name: "regret",
  asked: "theory",

  plan: () =>
    STREAMS.flatMap((stream) =>
      RULES.map(
        (algorithm): Run => ({
          experiment: "regret",
          ...(stream === "toy" ? {} : { dataset: stream }),
          algorithm,
          settings: {},
          run: 1,
          parameters: { stream },
          cost: stream === "toy" ? 1 : 10,
        }),
      ),
    ),

  execute(run, table) {
    const stream = run.parameters.stream === "toy" ? toyStream() : rowsOf(table!);
    const constant = run.parameters.stream !== "toy";
    const examples = new StoredExamples({ constant });
    for (let n = 0; n < stream.count; n++) examples.add(stream.x(n), stream.label(n));
    const best = bestComparator(examples, { loss: "logistic" });
    const against = { intercept: best.intercept, weights: best.weights };
    const tracker = trackRegret(
      linear({ rule: run.algorithm as "scinol1", constant, features: stream.features }),
    );
    const rounds = CHECKPOINTS.filter((t) => t < stream.count).concat(stream.count);
    const reports = [];
    for (let n = 0; n < stream.count; n++) {
      tracker.learn(stream.x(n), stream.label(n));
      if (rounds.includes(n + 1)) reports.push(tracker.report(against));
    }
    return {
      rounds,
      regret: reports.map((report) => report.regret),
      bound: reports.map((report) => report.bound!),
      oracle: reports.map((report) => report.oracle),
    };
  },

  sections(finished) {
    const charts = STREAMS.flatMap((stream) => {
      const runs = finished.filter(({ parameters }) => parameters.stream === stream);
      if (runs.length === 0) return [];
      const title = stream === "toy" ? "the toy data" : "bank, one pass";
      return [
        {
          kind: "lines" as const,
          name: `regret-${stream}`,
          title: `Regret and its bounds on ${title}`,
          caption:
            "Against the best fixed weights of the whole stream. Where a regret is negative it is not drawn: the axis is logarithmic.",
          x: { label: "rounds", log: true },
          y: { label: "total loss above the comparator's", log: true },
          series: runs.flatMap((run) => seriesOf(run)),
        },
      ];
    });
    if (charts.length === 0) return [];
    return [
      {
        id: "regret",
        title: "Theorems 1 and 2: regret under its bound",
        prose: [
          "The oracle is gradient descent with the best step size of every coordinate, chosen with hindsight: Σ |u| S. The theorems promise its bound times a logarithm, for every u, with nothing to tune.",
          ...finished.map((run) => {
            const [t, r, b, o] = ["rounds", "regret", "bound", "oracle"].map(
              (name) => (run.result[name] as number[]).at(-1)!,
            );
            return `${nameOf(run.algorithm)} on ${run.parameters.stream}, ${t} rounds: regret ${r.toFixed(1)}, bound ${b.toFixed(0)}, oracle ${o.toFixed(0)}: ${r <= b ? "the bound holds" : "THE BOUND IS BROKEN"}.`;
          }),
        ],
        charts,
        tables: [],
      },
    ];
  },
};

function seriesOf(run: FinishedRun) {
  const rounds = run.result.rounds as number[];
  const points = (name: string) =>
    (run.result[name] as number[]).flatMap((value, n) => (value > 0 ? [[rounds[n], value] as const] : []));
  const name = nameOf(run.algorithm);
  return [
    { name: `${name} regret`, points: points("regret"), bold: true },
    { name: `${name} bound`, points: points("bound"), dashed: true },
    ...(run.algorithm === "scinol2"
      ? [{ name: "oracle bound", points: points("oracle"), dashed: true }]
      : []),
  ];
}

function nameOf(rule: string): string {
  return rule === "scinol1" ? "ScInOL₁" : "ScInOL₂";
}

interface Stream {
  readonly count: number;
  readonly features: number;
  x(n: number): Float64Array | { indices: Int32Array; values: Float64Array };
  label(n: number): number;
}

function toyStream(): Stream {
  const { rows, labels } = draw(trueWeights(seedOf("toy", "signs")), 5000, seedOf("toy", "training", 1));
  return { count: rows.length, features: rows[0].length, x: (n) => rows[n], label: (n) => labels[n] };
}

function rowsOf(table: Table): Stream {
  const rows = new PaperRows(table);
  const order = Uint32Array.from({ length: table.rows }, (_, row) => row);
  shuffle(order, random(seedOf("regret", "order")));
  return {
    count: table.rows,
    features: rows.features,
    x: (n) => rows.at(order[n]) as { indices: Int32Array; values: Float64Array },
    label: (n) => 2 * table.labels[order[n]] - 1,
  };
}
