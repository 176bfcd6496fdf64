// ScInOL₂ through the public API beside the same algorithm in C++: one after the other, again and again, the best
// of each. Both start afresh, see the stream once untimed and then a few times timed, and must suffer the same losses.
import { linear } from "scinol";
import { compile, prepare } from "./cpp.mjs";
import { cpuNanoseconds } from "./cpu-time.mjs";
import { denseStream, softmaxStream, sparseStream } from "./streams.mjs";

export const TARGET = 0.25;
const PASSES = 3;

const cases = {
  "dense 9": () => denseStream(9),
  "dense 54": () => denseStream(54),
  "dense 784": () => denseStream(784),
  "sparse 40 of 2^18": () => sparseStream(40, 2 ** 18),
  "softmax 784 x 10, 19 %": () => softmaxStream(784, 10, 0.19),
};

/** How the library can be given a stream; each answers the sum of the losses of one pass. */
const ways = {
  learn(model, examples, { labels }) {
    let loss = 0;
    for (let r = 0; r < labels.length; r++) loss += model.learn(examples[r], labels[r]);
    return loss;
  },
  learnBatch: (model, _examples, { values, labels }) => model.learnBatch(values, labels),
};

export function againstCpp({ repetitions = 7, only = "" } = {}) {
  const program = compile();
  const results = [];
  for (const [name, make] of Object.entries(cases)) {
    if (!name.includes(only)) continue;
    const stream = make();
    const examples = rowsOf(stream);
    const runners = {};
    if (program !== undefined) runners["C++"] = prepare(program, name.replaceAll(/\W+/g, "-"), stream);
    for (const [way, pass] of Object.entries(ways)) {
      if (way === "learnBatch" && stream.kind === "sparse") continue;
      runners[way] = (passes) => measure(pass, stream, examples, passes);
    }
    const best = interleave(runners, repetitions);
    for (const way of Object.keys(ways)) {
      if (best[way] === undefined) continue;
      checkSameLoss(best[way].loss, best["C++"]?.loss);
      const coordinates = (stream.entries + 1) * stream.outputs;
      results.push({
        case: name,
        way,
        nsPerExample: best[way].nanoseconds,
        nsPerCoordinate: best[way].nanoseconds / coordinates,
        cppNsPerCoordinate: best["C++"] && best["C++"].nanoseconds / coordinates,
        ratio: best["C++"] && best["C++"].nanoseconds / best[way].nanoseconds,
        target: TARGET,
      });
    }
  }
  return results;
}

function measure(pass, stream, examples, passes) {
  const { features, outputs, kind } = stream;
  const model = linear({ features, outputs, loss: kind === "softmax" ? "softmax" : "logistic" });
  let loss = pass(model, examples, stream);
  const start = cpuNanoseconds();
  for (let n = 0; n < passes; n++) loss += pass(model, examples, stream);
  return { nanoseconds: (cpuNanoseconds() - start) / passes / stream.rows, loss };
}

/** Runs everything in turns; the first turn only warms up. */
function interleave(runners, repetitions) {
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

/** C++ may reorder its sums, so the last digits differ. */
function checkSameLoss(ours, theirs) {
  if (theirs !== undefined && !(Math.abs(ours / theirs - 1) < 1e-6)) {
    throw new Error(`the losses differ: ${ours} here, ${theirs} in C++`);
  }
}
