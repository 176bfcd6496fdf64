import fc from "fast-check";
import { type Linear, type LinearOptions, type LossName, linear, losses } from "../../src/index.ts";
import { type RuleName, rules } from "../../src/paper/rules/index.ts";
import { hostileStreams } from "./hostile.ts";
import { type Law, sameBits, told } from "./law.ts";
import { type Round, runs, streams } from "./streams.ts";

/** How a model can be given many examples at once; each answers the losses. */
const ways: Record<string, (model: Linear, rounds: readonly Round[]) => Float64Array> = {
  "dense rows": (model, rounds) => learnDense(model, rounds, Float64Array.from(rounds.flatMap(({ x }) => x))),
  "dense rows in the model's own block": (model, rounds) => {
    const block = model.block(rounds.length, rounds[0].x.length);
    block.set(rounds.flatMap(({ x }) => x));
    return learnDense(model, rounds, block);
  },
  "sparse rows": (model, rounds) => learnSparse(model, rounds, (x) => x !== 0),
  "sparse rows with zeros among them": (model, rounds) => learnSparse(model, rounds, (_, i) => i % 3 !== 2),
};

/** What batches could get wrong by themselves. */
const own: typeof hostileStreams = {
  "a hundred features, few of them at a time, some in one row and the next": (t) => ({
    x: Array.from({ length: 101 }, (_, i) => (((i + 3) * (t + 5)) % 7 < 2 ? ((i * t) % 11) - 5 : 0)),
    y: t % 3,
  }),
  "a few features at the end, then all of them": (t) => ({
    x: Array.from({ length: 70 }, (_, i) => (t % 3 === 0 && i < 60 ? 0 : 1 + ((i + t) % 4))),
    y: (t >> 1) % 2,
  }),
  "sums that vanish and leave −0, where nothing comes next": (t) => ({
    x: t % 3 === 0 ? [1e-300, 1e-300, 1] : t % 3 === 1 ? [1e300, 1e300, 1] : [0, 0, 1],
    y: t % 3 === 2 ? 1 : -1,
    weight: t % 3 === 1 ? 0 : 1,
  }),
  "sums that vanish and would leave −0 for good": (t) => ({
    x: t % 3 === 0 ? [1e-300, 1e-300, 1] : t % 3 === 1 ? [1e300, 1e300, 1] : [0, 0, 1],
    y: -1,
    weight: t % 3 === 1 ? 0 : 1,
  }),
};

/** For the rules that have a kernel: batches of the others are the readable rule's own. */
export const batchesComeToTheSameBits: Law = {
  name: "a batch in a kernel comes to the same bits as the readable rule, one by one",
  holds(rule) {
    const units = [1, 2 ** -960, 2 ** 960];
    for (const options of batched(rule)) {
      for (const [way, learn] of Object.entries(ways)) {
        fc.assert(
          fc.property(
            streams(),
            fc.constantFrom(...units),
            fc.nat(5),
            fc.nat(20),
            (stream, unit, features, cut) => {
              // Without the last features there may be an odd number of them, two, or none at all.
              const rounds = stream.map(({ x, y, weight }) => ({
                x: x.slice(0, features).map((value) => value * unit),
                y,
                weight,
              }));
              compare(options, way, learn, rounds, cut);
            },
          ),
          { ...runs, numRuns: 15 },
        );
        for (const [name, stream] of Object.entries({ ...hostileStreams, ...own })) {
          const rounds = Array.from({ length: 60 }, (_, t) => ({ weight: 1, ...stream(t) }));
          compare(options, `${name}, ${way}`, learn, rounds, 7);
        }
      }
    }
  },
};

/** Every loss a batch has a kernel for, with a constant feature and without. */
function batched(name: RuleName): LinearOptions[] {
  const rule = rules[name];
  const shapes = (Object.keys(losses) as LossName[]).map((loss, n) => ({
    rule,
    loss,
    constant: n % 2 === 0,
  }));
  return [
    ...shapes,
    { rule, loss: "softmax", outputs: 5 },
    { rule, loss: "softmax", outputs: 4, constant: false },
  ];
}

/** Three batches, of which the last is of one round; asked in between and at the end. */
function compare(
  options: LinearOptions,
  way: string,
  learn: (typeof ways)[string],
  stream: readonly Round[],
  cut: number,
): void {
  // What is zero to the end of a row is not in it: how many features there are must be told where it matters.
  const features = way.includes("sparse") ? { features: stream[0].x.length } : {};
  const batch = linear({ ...options, ...features });
  const readable = linear({ ...options, ...features, kernel: "js" });
  const where = `${way}, ${told(options)}`;
  const cuts = [0, Math.min(cut, stream.length - 1), stream.length - 1, stream.length];
  for (let n = 0; n < 3; n++) {
    const rounds = stream.slice(cuts[n], cuts[n + 1]);
    if (rounds.length === 0) continue;
    sameBits(
      learn(batch, rounds),
      rounds.map(({ x, y, weight }) => readable.learn(x, target(readable, y), weight)),
      where,
    );
    const x = Float64Array.from(rounds[0].x);
    sameBits(batch.score(x), readable.score(x), `${where}: scores`);
    if (batch.features > 0 && batch.features === x.length) {
      sameBits(batch.predictBatch(x), readable.predict(x), `${where}: predictions`);
    }
  }
  sameBits(batch.save(), readable.save(), `${where}: saved`);
}

function learnDense(model: Linear, rounds: readonly Round[], values: Float64Array): Float64Array {
  const suffered = new Float64Array(rounds.length);
  model.learnBatch(values, labels(model, rounds), weights(rounds), suffered);
  return suffered;
}

function learnSparse(
  model: Linear,
  rounds: readonly Round[],
  keep: (x: number, i: number) => boolean,
): Float64Array {
  const offsets = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (const { x } of rounds) {
    x.forEach((value, i) => {
      // Whatever is not zero stays.
      if (value === 0 && !keep(value, i)) return;
      indices.push(i);
      values.push(value);
    });
    offsets.push(indices.length);
  }
  const rows = { offsets, indices: Int32Array.from(indices), values: Float64Array.from(values) };
  const suffered = new Float64Array(rounds.length);
  model.learnSparseBatch(rows, labels(model, rounds), weights(rounds), suffered);
  return suffered;
}

const weights = (rounds: readonly Round[]) => rounds.map(({ weight }) => weight);
const labels = (model: Linear, rounds: readonly Round[]) => rounds.map(({ y }) => target(model, y));

/** What a round's y stands for, be it a small whole number, a sign or 1e300 of either sign. */
function target(model: Linear, y: number): number {
  if (model.loss.label === "class") return Math.abs(y) % model.outputs;
  if (model.loss.label === "sign") return y > 0 && y % 2 === 1 ? 1 : -1;
  return y;
}
