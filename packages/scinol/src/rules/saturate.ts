/**
 * Numbers that a hostile stream can drive without bound stop at ±1e290, far from where ∞ − ∞ or 0 · ∞ would turn
 * them into NaN: a hundred million of them still add up to a finite number.
 *
 * The bound is a literal in each function: an exported constant would be read through the module at every call,
 * which keeps V8 from treating the result as a plain double and makes it allocate.
 */
export function saturate(value: number): number {
  return value > 1e290 ? 1e290 : value < -1e290 ? -1e290 : value;
}

/** The same for what is never negative. */
export function cap(value: number): number {
  return value < 1e290 ? value : 1e290;
}
