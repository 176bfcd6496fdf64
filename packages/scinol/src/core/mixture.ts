import { exp } from "../arithmetic/exp.ts";
import { log } from "../arithmetic/log.ts";
import { SHARES } from "./layout.ts";
import { curvature, isNumber, probabilities, probabilityOf, shareLoss, slope } from "./losses.ts";
import { copy, f64At, putF64 } from "./memory.ts";
import { ROOM } from "./scratch.ts";

/*
 * A mixture of J members and their stack. The stack adds up clipped scores, z = Σ β_j x_j, with β by online Newton steps
 * that forget. Shares decide how far each member and the stack are trusted:  π_j ← π_j e^{−l_j}, with a floor.
 * A mixture looks at J + 1 scores per output and at their probabilities, which lie behind them.
 */

const PRIOR: f64 = 10;
const KEPT: f64 = 0.999;
const RENEWED: f64 = 0.01;
const MOST_SCORE: f64 = 20;
const FLOOR: f64 = 1e-4;
const LEAST_PIVOT: f64 = 1e-12;
const LEAST_LOSS: f64 = 1e-290;

/** Where the parts of a mixture of J members lie behind its shares. */
function meanLossOf(mixture: usize, J: usize): usize {
  return mixture + 8 * (J + 1);
}

function stackOf(mixture: usize, J: usize): usize {
  return mixture + 8 * (J + 3);
}

function matrixOf(mixture: usize, J: usize): usize {
  return mixture + 8 * (2 * J + 3);
}

function clipped(z: f64): f64 {
  return z > MOST_SCORE ? MOST_SCORE : z < -MOST_SCORE ? -MOST_SCORE : z;
}

/** Begins a mixture: equal shares, equal weights of the stack. */
export function beginMixture(mixture: usize, J: usize): void {
  for (let j: usize = 0; j <= J; j++) putF64(mixture + SHARES + 8 * j, 1 / ((J + 1) as f64));
  for (let j: usize = 0; j < J; j++) {
    putF64(stackOf(mixture, J) + 8 * j, 1 / (J as f64));
    putF64(matrixOf(mixture, J) + 8 * (J + 1) * j, PRIOR);
  }
}

/** Writes the stack's scores behind those of the J members, and their probabilities. */
export function lookAt(mixture: usize, J: usize, outputs: usize, mixed: usize): void {
  const bytes = outputs * 8;
  const scores = mixed + J * bytes;
  for (let k: usize = 0; k < bytes; k += 8) {
    let z: f64 = 0;
    for (let j: usize = 0; j < J; j++)
      z += f64At(stackOf(mixture, J) + 8 * j) * clipped(f64At(mixed + j * bytes + k));
    putF64(scores + k, z);
  }
  probabilities(1, outputs, scores, scores + (J + 1) * bytes);
}

/** Writes the answer: the members and the stack by their shares; probabilities of two classes stay inside 0 and 1. */
export function answer(mixture: usize, J: usize, outputs: usize, mixed: usize, into: usize): void {
  const bytes = outputs * 8;
  const parts = isNumber() ? mixed : mixed + (J + 1) * bytes;
  for (let k: usize = 0; k < bytes; k += 8) {
    let sum: f64 = 0;
    for (let j: usize = 0; j <= J; j++) sum += f64At(mixture + SHARES + 8 * j) * f64At(parts + j * bytes + k);
    putF64(into + k, sum);
  }
  if (outputs === 1 && !isNumber()) putF64(into, Math.max(1e-15, Math.min(1 - 1e-15, f64At(into))));
}

/** How much of a member's score is in the answer's: by its share, and by the stack's. */
export function weightOf(mixture: usize, J: usize, j: usize): f64 {
  return (
    f64At(mixture + SHARES + 8 * j) + f64At(mixture + SHARES + 8 * J) * f64At(stackOf(mixture, J) + 8 * j)
  );
}

/** Moves the shares by what each part made of the label. */
export function learnShares(
  mixture: usize,
  J: usize,
  outputs: usize,
  mixed: usize,
  label: f64,
  ν: f64,
): void {
  const bytes = outputs * 8;
  const chances = mixed + (J + 1) * bytes;
  const importance = Math.min(ν, 1);
  let unit: f64 = 0;
  let least: f64 = 0;
  if (isNumber()) {
    const mean = meanLossOf(mixture, J);
    let present: f64 = 0;
    least = Infinity;
    for (let j: usize = 0; j <= J; j++) {
      const part = shareLoss(f64At(mixed + j * bytes), label);
      putF64(ROOM + 8 * j, part);
      present += f64At(mixture + SHARES + 8 * j) * part;
      least = Math.min(least, part);
    }
    const rounds = f64At(mean + 8) + 1;
    const usual = f64At(mean) + (present - f64At(mean)) / rounds;
    putF64(mean, usual);
    putF64(mean + 8, rounds);
    unit = usual > LEAST_LOSS ? (-0.5 * importance) / usual : 0;
  }
  let sum: f64 = 0;
  for (let j: usize = 0; j <= J; j++) {
    let power: f64 = 0;
    if (isNumber()) {
      power = exp(unit * (f64At(ROOM + 8 * j) - least));
    } else {
      const p = probabilityOf(label, chances + j * bytes);
      power = importance === 1 ? Math.sqrt(p) : exp(0.5 * importance * log(p));
    }
    const share = f64At(mixture + SHARES + 8 * j) * power;
    putF64(mixture + SHARES + 8 * j, share);
    sum += share;
  }
  const scale = (1 - FLOOR) / sum;
  const floor = FLOOR / ((J + 1) as f64);
  for (let j: usize = 0; j <= J; j++) {
    putF64(mixture + SHARES + 8 * j, f64At(mixture + SHARES + 8 * j) * scale + floor);
  }
}

/** One Newton step of the stack. Of several outputs the curvature is that of their differences from their mean. */
export function learnStack(mixture: usize, J: usize, outputs: usize, mixed: usize, label: f64, ν: f64): void {
  const scores = mixed + J * outputs * 8;
  const chances = mixed + (2 * J + 1) * outputs * 8;
  const A = matrixOf(mixture, J);
  const gradient = ROOM;
  const means = ROOM + 8 * J;
  for (let i: usize = 0; i < J; i++) {
    for (let j: usize = 0; j <= i; j++) putF64(A + 8 * (i * J + j), KEPT * f64At(A + 8 * (i * J + j)));
    putF64(A + 8 * (i * J + i), f64At(A + 8 * (i * J + i)) + RENEWED);
    putF64(gradient + 8 * i, 0);
    let mean: f64 = 0;
    if (outputs > 1) {
      for (let k: usize = 0; k < outputs; k++) {
        mean += f64At(chances + 8 * k) * clipped(f64At(mixed + 8 * (i * outputs + k)));
      }
    }
    putF64(means + 8 * i, mean);
  }
  for (let k: usize = 0; k < outputs; k++) {
    const h = ν * (outputs > 1 ? f64At(chances + 8 * k) : curvature(label, 0, scores, chances));
    const g = ν * slope(label, k, scores, chances);
    learnOutput(A, J, mixed + 8 * k, outputs * 8, h, g);
  }
  solve(A, gradient, stackOf(mixture, J), J);
}

/** Adds g x to the gradient and h (x − x̄)(x − x̄)ᵀ to the matrix, with the clipped scores x of one output. */
function learnOutput(A: usize, J: usize, scores: usize, apart: usize, h: f64, g: f64): void {
  const means = ROOM + 8 * J;
  const x = ROOM + 16 * J;
  let row = A;
  for (let i: usize = 0; i < J; i++) {
    const z = clipped(f64At(scores + i * apart));
    const d = z - f64At(means + 8 * i);
    putF64(ROOM + 8 * i, f64At(ROOM + 8 * i) + g * z);
    putF64(x + 8 * i, d);
    const hd = h * d;
    for (let j: usize = 0; j <= 8 * i; j += 8) putF64(row + j, f64At(row + j) + hd * f64At(x + j));
    row += 8 * J;
  }
}

/** β ← β − A⁻¹ g by elimination, column by column, so that what is subtracted at a time does not depend on itself. */
function solve(A: usize, g: usize, β: usize, J: usize): void {
  const U = ROOM + 24 * J;
  const inverse = U + 8 * J * J;
  copy(U, A, 8 * J * J);
  const apart = J * 8;
  for (let i: usize = 0; i < J; i++) {
    const diagonal = U + i * (apart + 8);
    const pivot = 1 / Math.max(f64At(diagonal), LEAST_PIVOT);
    const gi = f64At(g + 8 * i);
    putF64(inverse + 8 * i, pivot);
    let row = diagonal + apart;
    for (let j = i + 1; j < J; j++) {
      const factor = f64At(row) * pivot;
      putF64(g + 8 * j, f64At(g + 8 * j) - factor * gi);
      let column = diagonal + apart;
      const end = row + 8 * (j - i);
      for (let at = row + 8; at <= end; at += 8) {
        putF64(at, f64At(at) - factor * f64At(column));
        column += apart;
      }
      row += apart;
    }
  }
  for (let i = J; i > 0; i--) {
    let u = f64At(g + 8 * i - 8);
    for (let j = i; j < J; j++) u -= f64At(U + 8 * (j * J + i - 1)) * f64At(g + 8 * j);
    u *= f64At(inverse + 8 * i - 8);
    putF64(g + 8 * i - 8, u);
    putF64(β + 8 * i - 8, f64At(β + 8 * i - 8) - u);
  }
}
