/**
 * e^x - 1, to full precision where e^x is close to 1.
 *
 * x = k ln(2) + r with |r| <= ln(2) / 2, and e^x - 1 = 2^k ((1 - 2^-k) + (e^r - 1)).
 * Largest error measured: 0.85 ulp.
 */
import { pow2 } from "./bits.ts";
import { exp } from "./exp.ts";
import { expTail, LN2_HIGH, LN2_LOW } from "./series.ts";

const TINY = 5.551115123125783e-17; // 2^-54

export function expm1(x: number): number {
  // x^2 / 2 is below a quarter of an ulp of x. Zero keeps its sign.
  if (Math.abs(x) < TINY) return x;
  // Of e^x and 1, one is so much smaller that the error of exp, or the loss of 1, does not show.
  if (!(x > -2 && x < 40)) return exp(x) - 1;

  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * LN2_HIGH;
  const low = -k * LN2_LOW;
  const r = high + low;
  // The slope of e^r - 1 - r is about r: what rounding r lost, times r, would cost a quarter of an ulp.
  const lostFromR = high - r + low;
  const inverse = pow2(-k);
  // Each of the two sums keeps what its rounding lost, and the small terms are added before the large one.
  const whole = 1 - inverse;
  const lostFromWhole = 1 - whole - inverse;
  const sum = whole + high;
  const lostFromSum = whole - sum + high;
  return (sum + expTail(r, lostFromSum + (lostFromWhole + (low + lostFromR * r)))) * pow2(k);
}
