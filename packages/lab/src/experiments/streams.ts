import { type ClassifierOptions, classifier } from "scinol";
import { seedOf } from "../datasets/split.ts";
import { type Random, random } from "../random.ts";
import type { Experiment, Run } from "./experiment.ts";

const FEATURES = 10;

interface Stream {
  readonly title: string;
  readonly rounds: number;
  /** When it happens. */
  readonly change: number;
  /** Rewrites a fresh example of standard normal features; answers the margin that the label is drawn from. */
  example(x: Float64Array, t: number, u: Float64Array): number;
  /** How often a label is turned round, at time t. */
  noise?(t: number): number;
  /** Labels are the margin's sign, not drawn. */
  readonly separable?: boolean;
}

/** Streams that a learner must survive. Sizes are the full ones; --quick takes a tenth. */
const STREAMS: { readonly [name: string]: Stream } = {
  flip: {
    title: "every weight flips its sign",
    rounds: 1_050_000,
    change: 1_000_000,
    example: (x, t, u) => (t <= 1_000_000 ? 1 : -1) * dot(x, u),
  },
  units: {
    title: "all columns divided by 1000",
    rounds: 100_000,
    change: 50_000,
    example: (x, t, u) => scaled(x, u, 0, FEATURES, t > 50_000 ? 1e-3 : 1),
  },
  shift: {
    title: "five columns shifted by 20",
    rounds: 100_000,
    change: 50_000,
    example(x, t, u) {
      const margin = dot(x, u);
      if (t > 50_000) for (let i = 0; i < 5; i++) x[i] += 20;
      return margin;
    },
  },
  sleepers: {
    title: "five columns constant for 100,000 rounds, then alive",
    rounds: 150_000,
    change: 100_000,
    example(x, t, u) {
      if (t <= 100_000) x.fill(3, 0, 5);
      let margin = 0;
      for (let i = t <= 100_000 ? 5 : 0; i < FEATURES; i++) margin += x[i] * u[i];
      return margin;
    },
  },
  noise: {
    title: "separable data that starts to flip 2 % of its labels",
    rounds: 100_000,
    change: 50_000,
    separable: true,
    noise: (t) => (t > 50_000 ? 0.02 : 0),
    example: (x, _t, u) => dot(x, u),
  },
  outliers: {
    title: "three rows × 10⁶",
    rounds: 30_000,
    change: 10_000,
    example: (x, t, u) => outlier(x, u, t === 10_000 || t === 15_000 || t === 20_000),
  },
  fifth: {
    title: "the fifth row × 10⁶",
    rounds: 30_000,
    change: 5,
    example: (x, t, u) => outlier(x, u, t === 5),
  },
};

const LEARNERS: { readonly [name: string]: { title: string; options: ClassifierOptions<number> } } = {
  default: { title: "scinol default", options: {} },
  all: { title: 'default, memory "all"', options: { memory: "all" } },
  scinol2: { title: "ScInOL₂ as published", options: { exact: true } },
  nag: { title: "NAG with views", options: { rule: "nag" } },
  coin: { title: "coin with views", options: { rule: "coin" } },
};

/** How many means the curve after the change is drawn with. */
const WINDOWS = 30;

/** The adversarial streams: the loss just before the change and in the rounds after it. */
export const streams: Experiment = {
  name: "streams",
  asked: "theory",

  plan: ({ quick }) =>
    Object.entries(STREAMS).flatMap(([stream, { rounds }]) =>
      Object.keys(LEARNERS).map(
        (algorithm): Run => ({
          experiment: "streams",
          algorithm,
          settings: {},
          run: 1,
          parameters: { stream, part: quick && rounds > 50_000 ? 10 : 1 },
          cost: rounds * 4e-6,
        }),
      ),
    ),

  execute(run) {
    const stream = STREAMS[String(run.parameters.stream)];
    const part = Number(run.parameters.part);
    const generator = random(seedOf("streams", String(run.parameters.stream)));
    const u = Float64Array.from({ length: FEATURES }, () => 2 * generator.normal());
    const model = classifier<number>({ ...LEARNERS[run.algorithm].options, classes: [-1, 1] });
    const learn = model.table({
      numbers: Array.from({ length: FEATURES }, (_, i) => ({ name: `x${i}`, kind: "number" as const })),
      texts: [],
    });
    const change = Math.max(1, Math.round(stream.change / part));
    const rounds = Math.round(stream.rounds / part);
    const window = Math.ceil((rounds - change) / WINDOWS);
    const after = new Float64Array(WINDOWS);
    const counts = new Float64Array(WINDOWS);
    let before = 0;
    let firstThousand = 0;
    const x = new Float64Array(FEATURES);
    const block = { rows: 1, numbers: x, codes: new Int32Array(0), dictionaries: [] };
    for (let t = 1; t <= rounds; t++) {
      for (let i = 0; i < FEATURES; i++) x[i] = generator.normal();
      // A part of the stream changes at the same share of it.
      const told = t <= change ? Math.min(t, stream.change) : stream.change + (t - change);
      const margin = stream.example(x, t === change ? stream.change : told, u);
      const loss = learn(block, [labelOf(stream, margin, told, generator)]).losses[0];
      if (t <= change && t > change - 10_000) before += loss / Math.min(10_000, change);
      if (t > change) {
        const w = Math.floor((t - change - 1) / window);
        after[w] += loss;
        counts[w]++;
        if (t <= change + 1000) firstThousand += loss / 1000;
      }
    }
    return {
      before,
      firstThousand,
      rounds: Array.from(counts, (_, w) => (w + 0.5) * window),
      after: Array.from(after, (sum, w) => sum / Math.max(1, counts[w])),
    };
  },

  sections(finished) {
    if (finished.length === 0) return [];
    const names = Object.keys(STREAMS).filter((name) =>
      finished.some(({ parameters }) => parameters.stream === name),
    );
    const find = (stream: string, algorithm: string) =>
      finished.find((run) => run.parameters.stream === stream && run.algorithm === algorithm);
    return [
      {
        id: "streams",
        title: "Streams that change, and streams that attack",
        prose: [
          "Ten normal features and a logistic model; something happens, and the loss of the rounds after it is drawn (means of a thirtieth of them). The table has the 10,000 rounds before the change and the 1,000 after it.",
          ...(finished.some(({ parameters }) => parameters.part === 10)
            ? ["This was a quick run: the long streams are a tenth as long."]
            : []),
        ],
        charts: names.map((stream) => ({
          kind: "lines" as const,
          name: `stream-${stream}`,
          title: STREAMS[stream].title,
          width: 420,
          height: 260,
          x: { label: "rounds after the change" },
          y: { label: "log loss" },
          series: Object.entries(LEARNERS).flatMap(([algorithm, { title }]) => {
            const run = find(stream, algorithm);
            if (run === undefined) return [];
            const after = run.result.after as number[];
            return [
              {
                name: title,
                points: (run.result.rounds as number[]).map((t, n) => [t, Math.min(after[n], 3)] as const),
                bold: algorithm === "default",
              },
            ];
          }),
        })),
        tables: [
          {
            caption: "Log loss before → in the 1,000 rounds after",
            head: ["stream", ...Object.values(LEARNERS).map(({ title }) => title)],
            rows: names.map((stream) => [
              STREAMS[stream].title,
              ...Object.keys(LEARNERS).map((algorithm) => {
                const run = find(stream, algorithm);
                if (run === undefined) return "";
                return `${(run.result.before as number).toFixed(3)} → ${(run.result.firstThousand as number).toFixed(3)}`;
              }),
            ]),
          },
        ],
      },
    ];
  },
};

function labelOf({ separable, noise }: Stream, margin: number, t: number, { uniform }: Random): number {
  const chance = separable ? (margin > 0 ? 1 : 0) : 1 / (1 + Math.exp(-margin));
  const label = uniform() < chance ? 1 : -1;
  return noise !== undefined && uniform() < noise(t) ? -label : label;
}

function dot(x: Float64Array, u: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += x[i] * u[i];
  return sum;
}

function scaled(x: Float64Array, u: Float64Array, from: number, to: number, by: number): number {
  const margin = dot(x, u);
  for (let i = from; i < to; i++) x[i] *= by;
  return margin;
}

function outlier(x: Float64Array, u: Float64Array, now: boolean): number {
  const margin = dot(x, u);
  if (now) for (let i = 0; i < x.length; i++) x[i] *= 1e6;
  return margin;
}
