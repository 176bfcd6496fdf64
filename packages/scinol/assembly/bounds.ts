/** Where numbers that a stream can drive without bound stop; see src/rules/saturate.ts. */
export const LIMIT: f64 = 1e290;

/** What is nearer to zero than an example can hold is zero; see src/linear/example.ts. */
export const SMALLEST: f64 = 1e-300;

@inline
export function atMost(value: f64, limit: f64): f64 {
  return value < limit ? value : limit;
}

@inline
export function atLeast(value: f64, limit: f64): f64 {
  return value > limit ? value : limit;
}

/** The number before `SMALLEST`: what is greater than it is not zero. */
export const BELOW_SMALLEST: f64 = reinterpret<f64>(reinterpret<i64>(SMALLEST) - 1);
