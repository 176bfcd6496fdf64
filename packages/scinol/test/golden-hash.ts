import type * as library from "../src/index.ts";
import type { rules as table } from "../src/paper/rules/index.ts";

/**
 * Trains every rule on the same streams and hashes the bits of all it predicts, suffers and remembers: the same
 * hashes on every engine, or the arithmetic is not the same. It is given the library, so that it can run wherever
 * the library does.
 */
export function goldenHash(scinol: typeof library, rules: typeof table): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const rule of Object.values(rules)) {
    const hash = new Hash();
    train(scinol.linear({ rule }), dense, hash);
    train(scinol.linear({ rule, loss: "softmax", outputs: 3 }), sparse, hash);
    train(scinol.linear({ rule, loss: "absolute", constant: false }), sparse, hash);
    hashes[rule.name] = hash.text();
  }
  hashes.batches = batches(scinol);
  hashes.classes = defaultClassifier(scinol);
  hashes.value = defaultRegressor(scinol);
  return hashes;
}

/** The hash of the default learner after classes that come one by one, with gaps, categories, flags and weights. */
function defaultClassifier(scinol: typeof library): string {
  const learner = scinol.classifier();
  const next = generator(2026);
  for (let t = 0; t < ROUNDS; t++) {
    const [a, b, c] = dense(next);
    const record = {
      a: next() % 9 === 0 ? null : a,
      b: b * b * b,
      c,
      count: t,
      flag: next() % 3 === 0,
      kind: `k${next() % 20}`,
      words: [`w${next() % 7}`, `w${next() % 7}`],
    };
    learner.learn(record, next() % (t < 500 ? 2 : 4), [1, 1, 1, 0, 0.5, 3][next() % 6]);
  }
  return learner.hash;
}

/** The same of numbers, by every loss. */
function defaultRegressor(scinol: typeof library): string {
  const hash = new Hash();
  for (const loss of ["huber", "squared", "absolute", 0.9] as const) {
    const learner = scinol.regressor({ loss });
    const next = generator(2027);
    for (let t = 0; t < ROUNDS; t++) {
      const x = dense(next);
      hash.add(learner.learn(x, 100 + x[0] * 7 + x[6] * x[6] + (next() % 97) / 16));
    }
    hash.add(Number.parseInt(learner.hash.slice(0, 12), 16));
  }
  return hash.text();
}

/** The same of ScInOL₂ given many examples at once, dense and sparse. */
function batches(scinol: typeof library): string {
  const hash = new Hash();
  const next = generator(2019);
  const rows = Float64Array.from(Array.from({ length: ROUNDS }, () => dense(next)).flat());
  const offsets = [0];
  const [indices, values]: number[][] = [[], []];
  for (let t = 0; t < ROUNDS; t++) {
    const x = sparse(next);
    indices.push(...Array.from(x.indices));
    values.push(...Array.from(x.values));
    offsets.push(indices.length);
  }
  const compressed = { offsets, indices: Int32Array.from(indices), values: Float64Array.from(values) };
  const losses = new Float64Array(ROUNDS);
  for (const loss of ["logistic", "huber", "softmax"] as const) {
    const options = loss === "softmax" ? { loss, outputs: 5 } : { loss };
    const [full, thin] = [scinol.linear(options), scinol.linear({ ...options, features: 100 })];
    const labels = Float64Array.from({ length: ROUNDS }, () => label(full, next()));
    const weights = Float64Array.from({ length: ROUNDS }, () => [1, 1, 1, 0.5, 3][next() % 5]);
    full.learnBatch(rows, labels, weights, losses);
    for (const number of losses) hash.add(number);
    thin.learnSparseBatch(compressed, labels, weights, losses);
    for (const number of losses) hash.add(number);
    for (const number of [...full.predictBatch(rows), ...full.save(), ...thin.save()]) hash.add(number);
  }
  return hash.text();
}

const ROUNDS = 2000;

function train(model: library.Linear, features: (next: () => number) => library.Features, hash: Hash): void {
  const next = generator(2019);
  for (let t = 0; t < ROUNDS; t++) {
    const x = features(next);
    const weight = [1, 1, 1, 0.5, 3][next() % 5];
    for (const answer of model.predict(x, weight)) hash.add(answer);
    hash.add(model.learn(x, label(model, next()), weight));
  }
  for (const number of model.save()) hash.add(number);
  const { intercept, weights } = model.weights();
  for (const number of [...intercept, ...weights]) hash.add(number);
}

/** Whole numbers below 2³² from a linear congruence, in integer arithmetic only: no engine can disagree. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of such a generator hardly vary.
    return state >>> 8;
  };
}

/** Eight features in units from 2⁻²⁰ to 2¹⁰; every division is by a power of two, and exact. */
function dense(next: () => number): number[] {
  const units = [1, 1024, 1 / 1024, 1 / 1048576, 4, 1 / 16, 1, 1 / 2];
  return units.map((unit) => {
    const n = next();
    return n % 4 === 0 ? 0 : ((n - 8388608) / 4194304) * unit;
  });
}

/** About seven of a hundred features. */
function sparse(next: () => number): library.SparseFeatures {
  const indices: number[] = [];
  for (let i = next() % 27; i < 100; i += 1 + (next() % 27)) indices.push(i);
  return { indices, values: indices.map((i) => ((next() % 4001) - 1000) / (i % 3 === 0 ? 1024 : 8)) };
}

function label(model: library.Linear, n: number): number {
  if (model.loss.label === "class") return n % model.outputs;
  return model.loss.label === "sign" ? (n % 3 === 0 ? -1 : 1) : (n % 257) / 16 - 4;
}

/**
 * FNV-1a over 32-bit words, the high and the low halves of doubles apart. Multiplying by an odd number loses nothing,
 * so a single bit that differs cannot go unseen.
 */
class Hash {
  private readonly view = new DataView(new ArrayBuffer(8));
  private high = 0x811c9dc5;
  private low = 0x811c9dc5;

  add(number: number): void {
    this.view.setFloat64(0, number);
    this.high = Math.imul(this.high ^ this.view.getUint32(0), 0x01000193);
    this.low = Math.imul(this.low ^ this.view.getUint32(4), 0x01000193);
  }

  text(): string {
    return [this.high, this.low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }
}
