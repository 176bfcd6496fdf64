// How the library can be given the streams that its speed is measured on, in Node or in a browser.
import { linear } from "scinol";
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

/** The library's ways to learn from a stream, each with the engines it can be run by; `nanoseconds` is the clock. */
export function ourRunners(stream, nanoseconds) {
  const runners = {};
  for (const [name, way] of Object.entries(ways)) {
    if (name.includes("block") && stream.kind === "sparse") continue;
    for (const [engine, kernel] of Object.entries(engines)) {
      if (name.includes("block") && kernel === "js") continue;
      runners[`${name}, ${engine}`] = (passes) => measure(way, kernel, stream, passes, nanoseconds);
    }
  }
  return runners;
}

function measure({ prepare, pass }, kernel, stream, passes, nanoseconds) {
  const { features, outputs, kind } = stream;
  const model = linear({ features, outputs, kernel, loss: kind === "softmax" ? "softmax" : "logistic" });
  const rows = prepare(model, stream);
  let loss = pass(model, stream, rows);
  const start = nanoseconds();
  for (let n = 0; n < passes; n++) loss += pass(model, stream, rows);
  return { nanoseconds: (nanoseconds() - start) / passes / stream.rows, loss };
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
