/**
 * log(1 + x), to full precision where x is close to 0.
 *
 * Near 0, x is already reduced. Elsewhere 1 + x is rounded to u, log(u) is computed as in log, and what the
 * rounding lost is added back, divided by u: the slope of the logarithm.
 * Largest error measured: 0.86 ulp.
 */
import { exponent, pow2 } from "./bits.ts";
import { log } from "./log.ts";
import { LN2_HIGH, LN2_LOW, logTail } from "./series.ts";

const TINY = 5.551115123125783e-17; // 2^-54
const HUGE = 1.8014398509481984e16; // 2^54

export function log1p(x: number): number {
  // x^2 / 2 is below a quarter of an ulp of x. Zero keeps its sign.
  if (Math.abs(x) < TINY) return x;
  if (x > -0.29 && x < 0.41) return x + logTail(x, 0);
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x >= HUGE) return log(x);

  const u = 1 + x;
  const xInU = u - 1;
  const lostFromU = 1 - (u - xInU) + (x - xInU);
  const k = exponent(u * Math.SQRT2);
  const f = u * pow2(-k) - 1;
  const whole = k * LN2_HIGH;
  const sum = whole + f;
  const lostFromSum = whole - sum + f;
  return sum + logTail(f, lostFromSum + (lostFromU / u + k * LN2_LOW));
}
