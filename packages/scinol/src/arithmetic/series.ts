/**
 * What exp, expm1, log and log1p compute once their argument is reduced: the part of each series beyond its
 * linear term, which the callers add last because that term is exact. Each tail takes the low part of the
 * caller's own arithmetic, to add it to the smaller of two terms: one rounding less at the size of the larger.
 *
 * Every constant comes from test/goldens/minimax.py.
 */

// ln 2 in two parts; the first has 42 bits, so that its product with any exponent is exact.
export const LN2_HIGH = 0.6931471805598903;
export const LN2_LOW = 5.497923018708371e-14;

/** e^r - 1 - r + low for |r| <= ln(2) / 2: the polynomial is within 2^-63 of it, relative to e^r. */
export function expTail(r: number, low: number): number {
  const r2 = r * r;
  const r4 = r2 * r2;
  // Neighbours first, then pairs of them: chains as short as can be, which the processor runs side by side.
  const first =
    0.1666666666666668 + r * 0.04166666666666641 + r2 * (0.00833333333331853 + r * 0.001388888888903323);
  const second =
    0.00019841269893337076 +
    r * 2.4801587025674813e-5 +
    r2 * (2.755723745713723e-6 + r * 2.7557526039643047e-7);
  const last = 2.511124594294879e-8 + r * 2.0838527352295537e-9;
  return 0.5 * r2 + (r * r2 * (first + r4 * (second + r4 * last)) + low);
}

/**
 * log(1 + f) - f + low for sqrt(1/2) <= 1 + f <= sqrt(2): the polynomial is within 2^-59 of it, relative to
 * log(1 + f).
 *
 * With s = f / (2 + f), log(1 + f) = 2 atanh(s) = 2s + s R(s^2), and 2s = f - (f^2/2 - s f^2/2): f is exact, and
 * the terms left are small beside it.
 */
export function logTail(f: number, low: number): number {
  const halfSquare = 0.5 * f * f;
  const s = f / (2 + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const first =
    0.6666666666666734 + s2 * 0.3999999999941432 + s4 * (0.28571428742474725 + s2 * 0.22222198563497952);
  const last = 0.18183564866130153 + s2 * 0.15314035847070787 + s4 * 0.1479610534055418;
  return s * (halfSquare + s2 * (first + s4 * s4 * last)) + low - halfSquare;
}
