// ScInOL₂ through the public API beside the same algorithm in C++: one after the other, again and again, the best
// of each. All start afresh, see the stream once untimed and then a few times timed, and must suffer the same losses.
import { linear } from "scinol";
import { compile, prepare } from "./cpp.mjs";
import { cpuNanoseconds } from "./cpu-time.mjs";
import { denseStream, softmaxStream, sparseStream } from "./streams.mjs";

const PASSES = 3;

/** Batches are of about so many bytes, as readers give them; C++ has the whole stream at once. */
const PORTION = 2 ** 17;

/** The streams, each with the share of the best C++ that the kernel's best way is to reach. */
export const cases = {
  "dense 9": { make: () => denseStream(9), target: 0.7 },
  "dense 54": { make: () => denseStream(54), target: 0.44 },
  "dense 784": { make: () => denseStream(784), target: 0.33 },
  "sparse 40 of 2^18": { make: () => sparseStream(40, 2 ** 18), target: 0.5 },
  "softmax 784 x 10, 19 %": { make: () => softmaxStream(784, 10, 0.19), target: 0.7 },
};

/**
 * How the library can be given a stream: `prepare` once, untimed, as a reader would; a pass answers the sum of the losses.
 * In a block rows lie where the kernel works on them; from anywhere else they are copied there first.
 */
const ways = {
  learn: {
    prepare: (_model, stream) => rowsOf(stream),
    pass(model, { labels }, examples) {
      let loss = 0;
      for (let r = 0; r < labels.length; r++) loss += model.learn(examples[r], labels[r]);
      return loss;
    },
  },
  learnBatch: {
    prepare: (_model, stream) => (stream.indices ? compressed(stream) : stream.values),
    pass: (model, stream, rows) => learnPortions(model, stream, rows),
  },
  "learnBatch of a block": {
    prepare(model, { rows, features, values }) {
      const block = model.block(rows, features);
      block.set(values);
      return block;
    },
    pass: (model, stream, block) => learnPortions(model, stream, block),
  },
};

function learnPortions(model, { rows: count, labels, kind, features, values }, rows) {
  const portion = Math.ceil((PORTION / 8 / values.length) * count);
  let loss = 0;
  for (let from = 0; from < count; from += portion) {
    const to = Math.min(from + portion, count);
    const some = labels.subarray(from, to);
    if (kind === "sparse") {
      loss += model.learnSparseBatch({ ...rows, offsets: rows.offsets.subarray(from, to + 1) }, some);
    } else {
      loss += model.learnBatch(rows.subarray(from * features, to * features), some);
    }
  }
  return loss;
}

/** Plain TypeScript, and WebAssembly where there is a kernel: the same bits. */
const engines = { readable: "js", kernel: "auto" };

export function againstCpp({ repetitions = 7, only = "" } = {}) {
  const programs = compile();
  const results = [];
  for (const [name, { make, target }] of Object.entries(cases)) {
    if (!name.includes(only)) continue;
    const stream = make();
    const runners = ourRunners(stream);
    for (const [way, program] of Object.entries(programs)) {
      runners[way] = prepare(program, name.replaceAll(/\W+/g, "-"), stream);
    }
    const best = interleave(runners, repetitions);
    const theirs = Object.keys(programs).map((way) => best[way]);
    const fastest = Math.min(...theirs.map(({ nanoseconds }) => nanoseconds));
    for (const [way, { nanoseconds, loss }] of Object.entries(best)) {
      if (theirs.length > 0) checkSameLoss(loss, theirs[0].loss);
      results.push({
        case: name,
        way,
        nsPerExample: nanoseconds,
        nsPerCoordinate: nanoseconds / ((stream.entries + 1) * stream.outputs),
        share: theirs.length === 0 ? undefined : fastest / nanoseconds,
        target: way === bestWay(stream) ? target : undefined,
      });
    }
  }
  return results;
}

/** What the target is for: the way a reader's rows take. */
const bestWay = ({ kind }) => (kind === "sparse" ? "learnBatch, kernel" : "learnBatch of a block, kernel");

/** The library's ways to learn from a stream, each with the engines it can be run by. */
export function ourRunners(stream) {
  const runners = {};
  for (const [name, way] of Object.entries(ways)) {
    if (name.includes("block") && stream.kind === "sparse") continue;
    for (const [engine, kernel] of Object.entries(engines)) {
      if (name.includes("block") && kernel === "js") continue;
      runners[`${name}, ${engine}`] = (passes) => measure(way, kernel, stream, passes);
    }
  }
  return runners;
}

function measure({ prepare, pass }, kernel, stream, passes) {
  const { features, outputs, kind } = stream;
  const model = linear({ features, outputs, kernel, loss: kind === "softmax" ? "softmax" : "logistic" });
  const rows = prepare(model, stream);
  let loss = pass(model, stream, rows);
  const start = cpuNanoseconds();
  for (let n = 0; n < passes; n++) loss += pass(model, stream, rows);
  return { nanoseconds: (cpuNanoseconds() - start) / passes / stream.rows, loss };
}

/** Runs everything in turns; the first turn only warms up. */
export function interleave(runners, repetitions) {
  const best = {};
  for (let n = 0; n <= repetitions; n++) {
    for (const [name, run] of Object.entries(runners)) {
      const result = run(PASSES);
      if (n > 0 && !(best[name]?.nanoseconds <= result.nanoseconds)) best[name] = result;
    }
  }
  return best;
}

/** The examples one by one, as `learn` takes them. */
function rowsOf({ rows, values, indices }) {
  const width = values.length / rows;
  return Array.from({ length: rows }, (_, r) => {
    const row = values.subarray(r * width, (r + 1) * width);
    return indices ? { indices: indices.subarray(r * width, (r + 1) * width), values: row } : row;
  });
}

/** The examples as `learnSparseBatch` takes them. */
function compressed({ rows, values, indices }) {
  const width = values.length / rows;
  return { offsets: Int32Array.from({ length: rows + 1 }, (_, r) => r * width), indices, values };
}

/** C++ may reorder its sums, so the last digits differ. */
function checkSameLoss(ours, theirs) {
  if (theirs !== undefined && !(Math.abs(ours / theirs - 1) < 1e-6)) {
    throw new Error(`the losses differ: ${ours} here, ${theirs} in C++`);
  }
}
