import { expTail, LN2_HIGH, LN2_LOW } from "../arithmetic/series.ts";
import { type Lane, powerOf2 } from "./memory.ts";

const LEAST: f64 = -708;

/** Returns e^x for x <= 0, to the bits of the library's `exp` down to -708; less than that counts as -708. */
export function expOf(x: Lane): Lane {
  const z = LEAST < x ? x : LEAST;
  const k = Math.floor(z * Math.LOG2E + 0.5);
  const high = z - k * LN2_HIGH;
  const low = -k * LN2_LOW;
  return (1 + (high + expTail(high + low, low))) * powerOf2(k);
}
