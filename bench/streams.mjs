// The data every speed is measured on: made from a seed, the same for both languages, and far larger than the
// first caches, as data that streams by is.

/** About this many coordinates a stream: 12 MB of doubles. */
const COORDINATES = 1_500_000;

/** Rows of features in different units, all of them non-zero. */
export function denseStream(features) {
  const rows = Math.ceil(COORDINATES / features);
  const random = generator(features);
  const values = new Float64Array(rows * features);
  const labels = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    let score = random() - 0.5;
    for (let i = 0; i < features; i++) {
      const z = random() + random() + random() - 1.5;
      values[r * features + i] = z * 2 ** ((i % 21) - 10);
      score += z * ((i % 3) - 1);
    }
    labels[r] = score > 0 ? 1 : -1;
  }
  return { kind: "dense", rows, features, outputs: 1, entries: features, values, labels };
}

/** `entries` indicators out of `features`, the frequent ones first, as words or hashed categories come. */
export function sparseStream(entries, features) {
  const rows = Math.ceil(COORDINATES / entries);
  const random = generator(entries);
  const indices = new Int32Array(rows * entries);
  const labels = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    const row = indices.subarray(r * entries, (r + 1) * entries);
    const chosen = new Set();
    while (chosen.size < entries) chosen.add(Math.floor(features * random() ** 3));
    row.set([...chosen]);
    row.sort();
    labels[r] = row.reduce((sum, i) => sum + ((i % 3) - 1), random()) > 0 ? 1 : -1;
  }
  const values = new Float64Array(rows * entries).fill(1);
  return { kind: "sparse", rows, features, outputs: 1, entries, indices, values, labels };
}

/** Rows of bytes most of which are 0, with a class each, as images of digits are. */
export function softmaxStream(features, outputs, density) {
  const rows = Math.ceil(COORDINATES / features);
  const random = generator(outputs);
  const values = new Float64Array(rows * features);
  const labels = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    labels[r] = Math.floor(random() * outputs);
    for (let i = 0; i < features; i++) {
      const bright = (i + labels[r]) % outputs === 0 ? 0.5 : 1;
      if (random() < density) values[r * features + i] = Math.ceil(random() * 255 * bright);
    }
  }
  const entries = values.reduce((count, x) => count + (x !== 0 ? 1 : 0), 0) / rows;
  return { kind: "softmax", rows, features, outputs, entries, values, labels };
}

/** The stream as one array of doubles, for the program in C++ to read. */
export function asNumbers({ rows, features, outputs, labels, values, indices = [] }) {
  const numbers = new Float64Array(4 + labels.length + values.length + indices.length);
  numbers.set([rows, features, outputs, values.length / rows]);
  numbers.set(labels, 4);
  numbers.set(values, 4 + labels.length);
  numbers.set(indices, 4 + labels.length + values.length);
  return numbers;
}

/** Numbers in [0, 1) from a seed (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
