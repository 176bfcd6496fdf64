/**
 * The natural logarithm, the same bits on every machine.
 *
 * x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), and log(x) = k ln(2) + log(1 + f).
 * Largest error measured: 0.87 ulp.
 */
import { exponent, pow2 } from "./bits.ts";
import { LN2_HIGH, LN2_LOW, logTail } from "./series.ts";

const SMALL = 9.332636185032189e-302; // 2^-1000

export function log(x: number): number {
  if (x >= SMALL && x < Infinity) return logTimes2(x, 0);
  if (x === 0) return -Infinity;
  // NaN fails every comparison.
  if (!(x > 0)) return NaN;
  return x < SMALL ? logTimes2(x * pow2(54), -54) : x;
}

/** log(2^shift x), for x >= 2^-1000. */
function logTimes2(x: number, shift: number): number {
  // The exponent of x sqrt(2) is the k wanted, without a branch that no processor could predict.
  const k = exponent(x * Math.SQRT2);
  // k reaches 1024, where the product above overflows, hence the scaling in two steps.
  const f = 0.25 * x * pow2(2 - k) - 1;
  const octaves = k + shift;
  const whole = octaves * LN2_HIGH;
  const sum = whole + f;
  const lostFromSum = whole - sum + f;
  return sum + logTail(f, lostFromSum + octaves * LN2_LOW);
}
