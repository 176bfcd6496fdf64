/**
 * Weight, mean and squared deviation from the mean, Σ w (x − mean)², as three numbers that come together without
 * losing digits however far the values lie from zero: sums of squares would keep none of a spread of 1 around 10⁹.
 * (Chan, Golub, LeVeque 1979.)
 */
export const WEIGHT = 0;
export const MEAN = 1;
export const DEVIATION = 2;

/** Puts the moments at from[j …] into those at into[i …]. */
export function mergeMoments(into: Float64Array, i: number, from: Float64Array, j: number): void {
  const added = from[j + WEIGHT];
  if (added === 0) return;
  const weight = into[i + WEIGHT] + added;
  const share = added / weight;
  // Held to the largest double: the mean must stay a number.
  const apart = Math.min(Math.max(from[j + MEAN] - into[i + MEAN], -Number.MAX_VALUE), Number.MAX_VALUE);
  const between = share * into[i + WEIGHT];
  into[i + DEVIATION] += from[j + DEVIATION] + (between > 0 ? between * apart * apart : 0);
  into[i + MEAN] = share === 1 ? from[j + MEAN] : into[i + MEAN] + share * apart;
  into[i + WEIGHT] = weight;
}

/** Lets the moments at into[i …] keep this part of their weight. */
export function fadeMoments(into: Float64Array, i: number, keep: number): void {
  into[i + WEIGHT] *= keep;
  into[i + DEVIATION] *= keep;
}
