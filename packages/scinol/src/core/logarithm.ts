import { LN2_HIGH, LN2_LOW, logTail } from "../arithmetic/series.ts";
import { exponentOf, type Lane, powerOf2 } from "./memory.ts";

/** Returns log(x) for a finite x >= 2^-1000, to the bits of the library's `log`: see ../arithmetic/log.ts. */
export function logOf(x: Lane): Lane {
  const k = exponentOf(x * Math.SQRT2);
  const f = 0.25 * x * powerOf2(2 - k) - 1;
  const octaves = k * LN2_HIGH;
  const sum = octaves + f;
  const lostFromSum = octaves - sum + f;
  return sum + logTail(f, lostFromSum + k * LN2_LOW);
}
