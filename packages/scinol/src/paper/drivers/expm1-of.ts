import { expTail, LN2_HIGH, LN2_LOW } from "../../arithmetic/series.ts";
import { type Lane, powerOf2 } from "../../core/memory.ts";

const TINY: f64 = 5.551115123125783e-17; // 2^-54

/** Returns e^x − 1 for 0 <= x <= 600: ../../arithmetic/expm1.ts in lanes. */
export function expm1Of(x: Lane): Lane {
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * LN2_HIGH;
  const low = -k * LN2_LOW;
  const r = high + low;
  const lostFromR = high - r + low;
  const inverse = powerOf2(-k);
  const whole = 1 - inverse;
  const lostFromWhole = 1 - whole - inverse;
  const sum = whole + high;
  const lostFromSum = whole - sum + high;
  const tail = expTail(r, lostFromSum + (lostFromWhole + (low + lostFromR * r)));
  return x < TINY ? x : (sum + tail) * powerOf2(k);
}
