import type { TotalLoss } from "./total-loss.ts";

/** Up to this many weights the curvature is written out and factored; beyond, it is only multiplied with. */
const MOST_FACTORED = 200;

/** The step to the minimum of the parabola that touches the total loss where it was last expanded: H p = −g. */
export function newtonStep(objective: TotalLoss, gradient: Float64Array): Float64Array {
  return objective.size <= MOST_FACTORED
    ? factoredStep(objective.matrix(), gradient)
    : conjugateStep(objective, gradient);
}

/**
 * Solves H p = −g by H = L D Lᵀ, H given by its lower triangle, which is overwritten.
 *
 * H is never negative but often singular: columns repeat each other, and softmax does not care what is added to the
 * scores of all classes alike. A pivot that is nothing but rounding marks a weight that those before it can stand
 * in for; it is left where it is, and since g has no part where H has none, the others still solve the system.
 */
function factoredStep(H: Float64Array, gradient: Float64Array): Float64Array {
  const size = gradient.length;
  const p = new Float64Array(size);
  const D = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    const row = j * size;
    const height = H[row + j];
    let pivot = height;
    let right = -gradient[j];
    for (let i = 0; i < j; i++) {
      if (D[i] === 0) {
        H[row + i] = 0;
        continue;
      }
      let sum = H[row + i];
      for (let m = 0; m < i; m++) sum -= H[row + m] * H[i * size + m] * D[m];
      const ratio = sum / D[i];
      H[row + i] = ratio;
      pivot -= ratio * sum;
      right -= ratio * p[i];
    }
    D[j] = pivot > size * 2 ** -50 * height ? pivot : 0;
    p[j] = right;
  }
  for (let j = 0; j < size; j++) p[j] = D[j] === 0 ? 0 : p[j] / D[j];
  for (let j = size - 1; j >= 0; j--) {
    if (D[j] === 0) continue;
    for (let i = 0; i < j; i++) p[i] -= H[j * size + i] * p[j];
  }
  return p;
}

/**
 * The same by conjugate gradients, every weight measured by its own curvature; as accurate as the gradient is
 * small, which keeps Newton's speed without solving exactly what will be thrown away.
 */
function conjugateStep(objective: TotalLoss, gradient: Float64Array): Float64Array {
  const size = gradient.length;
  const diagonal = objective.diagonal();
  const p = new Float64Array(size);
  const residual = gradient.map((g) => -g);
  const settled = new Float64Array(size);
  const image = new Float64Array(size);
  const settle = () => {
    for (let c = 0; c < size; c++) settled[c] = diagonal[c] > 0 ? residual[c] / diagonal[c] : 0;
    return dot(residual, settled);
  };
  let energy = settle();
  const enough = energy * Math.min(1e-2, energy) ** 2;
  const direction = settled.slice();
  for (let round = 0; round < 2 * size && energy > enough; round++) {
    objective.product(direction, image);
    const bend = dot(direction, image);
    if (!(bend > 0)) break; // flat to rounding: nothing to be gained that could be told
    const length = energy / bend;
    for (let c = 0; c < size; c++) {
      p[c] += length * direction[c];
      residual[c] -= length * image[c];
    }
    const next = settle();
    for (let c = 0; c < size; c++) direction[c] = settled[c] + (next / energy) * direction[c];
    energy = next;
  }
  return p;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += a[c] * b[c];
  return sum;
}
