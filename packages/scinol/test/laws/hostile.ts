import { type LossName, linear, losses } from "../../src/index.ts";
import { type RuleName, rules } from "../../src/paper/rules/index.ts";
import { Broken, type Law } from "./law.ts";

type Stream = (t: number) => { x: number[]; y: number; weight?: number };

const sign = (t: number) => (t % 2 === 0 ? 1 : -1);

/** What no sensible stream contains and some streams do. y is the sign, class or number to learn. */
export const hostileStreams: Record<string, Stream> = {
  "tiny features": (t) => ({ x: [1e-300, -1e-300, 3e-300], y: sign(t) }),
  "huge features": (t) => ({ x: [1e300, -1e300, 3e299], y: sign(t) }),
  "features that leap from tiny to huge and back": (t) => ({
    x: t % 3 === 0 ? [1e-300, 1e300, -1e-300] : [1e300, 1e-300, 1],
    y: sign(t),
  }),
  "nothing but zeros": (t) => ({ x: [0, -0, 0], y: sign(t) }),
  "no features at all": (t) => ({ x: [], y: sign(t) }),
  "subnormal features": (t) => ({ x: [1e-320, -5e-324, 1e-310], y: sign(t) }),
  "constants with one label": () => ({ x: [1, 1e10, -1e-10], y: 1 }),
  "constants with alternating labels": (t) => ({ x: [1, 1e10, -1e-10], y: sign(t) }),
  "one label, then the other for ever": (t) => ({ x: [1, -2, 3], y: t < 150 ? 1 : -1 }),
  "labels of 1e300": (t) => ({ x: [1, -2, t % 5], y: sign(t) * 1e300 }),
  "labels of 1e300, features of 1e300": (t) => ({ x: [1e300, -2, 1e-300], y: 1e300 * sign(t >> 3) }),
  "importance weights from nothing to 1e8": (t) => ({
    x: [1, -2, 3],
    y: sign(t),
    weight: [0, 1e8, 1e-300][t % 3],
  }),
  "importance weights of 1e8 on features and labels of 1e300": (t) => ({
    x: [1e300, -1e300, t % 7],
    y: sign(t >> 2) * 1e300,
    weight: 1e8,
  }),
  "features that fall from 1e200 to 1e-200": (t) => ({
    x: [10 ** (200 - t), -(10 ** (200 - 2 * (t % 200))), t < 3 ? 1e200 : 1e-200],
    y: sign(t >> 4),
  }),
};

const ROUNDS = 400;

/** A label of the loss's kind. */
function label(loss: LossName, y: number): number {
  if (losses[loss].label === "number") return y;
  return losses[loss].label === "sign" ? Math.sign(y) : y > 0 ? 1 : 0;
}

export const hostileStreamsStayFinite: Law = {
  name: "hostile streams leave every loss finite, and no NaN in predictions or state",
  holds(rule) {
    for (const loss of Object.keys(losses) as LossName[]) {
      for (const [name, stream] of Object.entries(hostileStreams)) {
        for (const options of hardShapes) {
          survive(
            `${name}, ${loss}, ${JSON.stringify(options)}`,
            linear({ rule: rules[rule], loss, ...options }),
            (t) => {
              const { x, y, weight } = stream(t);
              return { x, y: label(loss, y), weight };
            },
          );
        }
      }
    }
  },
};

export const extremeStatesStayFinite: Law = {
  name: "a state at the end of a very long stream still gives finite losses",
  holds(rule) {
    for (const loss of ["logistic", "absolute", "squared"] as const) {
      for (const options of hardShapes) {
        const model = linear({ rule: rules[rule], loss, features: 2, ...options });
        model.learn([1, 2], 1);
        model.load(extreme(model.save(), rule));
        // A label out of reach keeps the slope, and the winnings, as they are; then everything is lost.
        const out = losses[loss].label === "number" ? 1e300 : 1;
        survive(`${loss}, ${JSON.stringify(options)}`, model, (t) => ({
          x: [1, t % 3],
          y: t < 300 ? out : -out,
        }));
      }
    }
  },
};

export const constantSlopesStayFinite: Law = {
  name: "slopes that never change, after a very long stream of them, leave scores finite",
  holds(rule) {
    for (const options of hardShapes) {
      const model = linear({ rule: rules[rule], features: 2, ...options });
      model.learn([1, 2], 1);
      model.load(extreme(model.save(), rule));
      for (let t = 0; t < ROUNDS; t++) {
        const scores = model.play([1, t % 3]);
        if (!scores.every(Number.isFinite)) throw new Broken(`${JSON.stringify(options)}: plays ${scores}`);
        model.slopes.fill(-1);
        model.digest();
      }
      if (model.save().some(Number.isNaN)) throw new Broken(`${JSON.stringify(options)}: state is NaN`);
    }
  },
};

/** With a constant and without. */
const hardShapes = [{}, { constant: false }];

/** What each letter may have become after more rounds than a test can wait for. */
const limits: Record<string, number> = {
  w: 1e290,
  A: 1e290,
  m: 1e290,
  n: 1e290,
  L: 1e290,
  R: 1e290,
  θ: 1e290,
  z: 1e290,
  κ: 1e9,
  ω: 1e290,
  a: 1e290,
  γ: 1e9,
  σ: 1e3,
  s: 1e3,
  β: 1,
  η: 1e290,
};

function extreme(saved: Float64Array, rule: RuleName): Float64Array {
  const [, , , features, width] = saved;
  const { slots } = rules[rule];
  const stride = 1 + width * slots.length;
  for (let i = 0; i < features; i++) {
    for (let c = 0; c < width; c++) {
      slots.forEach((slot, n) => {
        // An unknown letter becomes NaN, which no model loads: a new rule must say how far it can go.
        saved[5 + i * stride + 1 + c * slots.length + n] = limits[slot];
      });
    }
  }
  saved[0] = 1e12;
  return saved;
}

function survive(
  where: string,
  model: ReturnType<typeof linear>,
  stream: (t: number) => { x: number[]; y: number; weight?: number | undefined },
): void {
  for (let t = 0; t < ROUNDS; t++) {
    const { x, y, weight } = stream(t);
    const loss = model.learn(x, y, weight);
    if (!Number.isFinite(loss)) throw new Broken(`${where}: the loss of round ${t + 1} is ${loss}`);
    if (t % 20 === 0 || t === ROUNDS - 1) {
      const finite = (answer: Float64Array) => answer.every(Number.isFinite);
      if (!finite(model.predict(x)))
        throw new Broken(`${where}: predicts ${model.predict(x)} after round ${t + 1}`);
      if (!finite(model.score([1e-300, 1e300, 1].slice(0, x.length))))
        throw new Broken(`${where}: elsewhere`);
      if (model.save().some(Number.isNaN)) throw new Broken(`${where}: state is NaN after round ${t + 1}`);
      const { weights, intercept } = model.weights();
      if ([...weights, ...intercept].some(Number.isNaN)) throw new Broken(`${where}: a weight is NaN`);
    }
  }
}
