/*
 * ScInOL₂ with four cells a feature on rows that all have the same features: what four-cells.ts does, with learning from a
 * row and playing the next joined into one sweep. The operations and their order are the same, and so are the bits.
 *
 * A round has two parts. `measure` finds, two features at a time, the q of a row and the ρ by which M moved for it; the
 * units 1/M, which nobody else asks for meanwhile, lie side by side until the last row is done. `sweep` then has nothing
 * but arithmetic left, and goes over the features twice, two cells at a time: all that it needs stays in registers. A row that
 * is played will be learned from, so playing it writes γ and s for its unit at once.
 */

import { LIMIT } from "./bounds";
import { beginFour, GAMMA, LANES, SQUARES, STRIDE, WEALTH } from "./four-cells";

/** In memory, as an engine makes a vector of a number that it knows anew each time it is used. */
const CONSTANTS: usize = memory.data<f64>([LIMIT, 1, -0.0, 0]);

/** A row: the coordinates and values of its example, and q and ρ of the values that all rows have, side by side. */
@unmanaged
export class FourRow {
  index: usize;
  values: usize;
  measures: usize;
}

export const ROW_BYTES: usize = 16;
const RHO: usize = 8;
/** Where in ρ its sign is; a zero, which is neither learned from nor played, has a negative one. */
const SIGN: usize = 12;

/** Fetches the units of `count` features, and notes where each feature is. */
export function gather(count: i32, index: usize, state: usize, places: usize, units: usize): void {
  for (let n = 0; n < count; n++, index += 4, places += 4, units += 8) {
    const place = state + (<usize>load<i32>(index)) * STRIDE;
    store<i32>(places, <i32>place);
    store<f64>(units, load<f64>(place));
  }
}

/** Cells below this are far from their limit. */
const CALM: f64 = 1e100;

/**
 * Whether no γ and no s can come near its limit in so many rows, as nearly always; else rows must be learned from one by one.
 * A row adds at most 1, and multiplies s by the square of `unfade`, which is then less than e⁴⁰⁰ in all.
 */
export function isCalm(count: i32, index: usize, state: usize, rows: i32, unfade: f64): bool {
  if (<f64>rows * (unfade - 1) > 200) return false;
  for (let n = 0; n < count; n++, index += 4) {
    const place = state + (<usize>load<i32>(index)) * STRIDE;
    for (let at = place + GAMMA; at < place + WEALTH; at += 8) if (!(Math.abs(load<f64>(at)) < CALM)) return false;
  }
  return true;
}

/** Puts the units back. */
export function scatter(count: i32, places: usize, units: usize): void {
  for (let n = 0; n < count; n++, places += 4, units += 8) {
    store<f64>(<usize>load<i32>(places), load<f64>(units));
  }
}

/** Σ q² of even and odd features and how many were never seen, of the row measured last. */
let squareSums = f64x2.splat(0);
let fresh: i32 = 0;

/** Moves the units for a row that is to be played. Where the features are not 0, 1, 2, …, `index` names them. */
export function measure(count: i32, index: usize, row: FourRow, units: usize, unfade: f64, importance: f64): void {
  const ones = v128.load_splat<f64>(CONSTANTS + 8);
  const signs = v128.load_splat<f64>(CONSTANTS + 16);
  const none = v128.load_splat<f64>(CONSTANTS + 24);
  const unfades = f64x2.splat(unfade);
  const importances = f64x2.splat(importance);
  let values: usize = row.values;
  let measures: usize = row.measures;
  let sums = none;
  fresh = 0;
  for (let n = 1; n < count; n += 2, values += 16, units += 16, measures += 32) {
    const q = measureTwo(v128.load(values), units, measures, unfades, importances, ones, signs, none);
    sums = f64x2.add(sums, f64x2.mul(q, q));
  }
  if ((count & 1) != 0) {
    const q = measureTwo(v128.load64_zero(values), units, measures, unfades, importances, ones, signs, none);
    sums = f64x2.add(sums, f64x2.mul(q, q));
  }
  squareSums = index == 0 ? sums : sumByParity(count, index, row.measures);
}

/** The same for two features; answers their q. */
@inline
function measureTwo(
  x: v128,
  units: usize,
  measures: usize,
  unfades: v128,
  importances: v128,
  ones: v128,
  signs: v128,
  none: v128,
): v128 {
  const before = v128.load(units);
  const absent = f64x2.eq(x, none);
  const size = f64x2.mul(v128.andnot(x, signs), importances);
  let unit = f64x2.mul(before, unfades);
  let rho = unfades;
  // Not a zero: zero times infinity is not greater.
  const moves = f64x2.gt(f64x2.mul(size, unit), ones);
  if (i64x2.bitmask(moves) != 0) {
    unit = v128.bitselect(f64x2.div(ones, size), unit, moves);
    rho = v128.bitselect(f64x2.div(unit, before), unfades, moves);
    fresh += popcnt(i64x2.bitmask(v128.and(moves, f64x2.eq(before, f64x2.splat(Infinity)))));
  }
  // Zero times infinity is no q.
  const q = v128.andnot(f64x2.mul(x, unit), absent);
  rho = v128.or(rho, absent);
  v128.store(measures, v128.shuffle<f64>(q, rho, 0, 2));
  v128.store(measures, v128.shuffle<f64>(q, rho, 1, 3), 16);
  v128.store(units, v128.bitselect(before, unit, absent));
  return q;
}

/** Makes a row one of nothing but zeros. */
export function blank(count: i32, row: FourRow): void {
  memory.fill(row.measures, 0xff, (<usize>count) << 4);
}

/** Σ q² of even and odd features. */
function sumByParity(count: i32, index: usize, measures: usize): v128 {
  let even: f64 = 0;
  let odd: f64 = 0;
  for (let n = 0; n < count; n++, index += 4, measures += 16) {
    const q = load<f64>(measures);
    if ((load<i32>(index) & 1) == 0) even += q * q;
    else odd += q * q;
  }
  return f64x2.replace_lane(f64x2.splat(even), 1, odd);
}

/**
 * Learns from a row that was played, and plays the next, as it was measured; zeros are neither learned from nor played.
 * What else there is of the next row is played behind it. All must be calm.
 */
export function digestAndPlayRow(
  count: i32,
  places: usize,
  row: FourRow,
  next: FourRow,
  weights: usize,
  slopes: usize,
  keep: usize,
): void {
  const first = sweep(count, places, row.measures, next.measures, weights, 0, slopes, keep);
  const second = sweep(count, places, row.measures, next.measures, weights, 16, slopes, keep);
  beginFour(first, second, squareSums, fresh);
}

/** The same for the two cells that are `cells` bytes from the first; answers their scores. */
@inline
function sweep(
  count: i32,
  places: usize,
  measures: usize,
  nextMeasures: usize,
  weights: usize,
  cells: usize,
  allSlopes: usize,
  allKeep: usize,
): v128 {
  const slopes = v128.load(allSlopes + cells);
  const keep = v128.load(allKeep + cells);
  const least = v128.load(allKeep + cells, LANES);
  const limit = v128.load_splat<f64>(CONSTANTS);
  const ones = v128.load_splat<f64>(CONSTANTS + 8);
  const signs = v128.load_splat<f64>(CONSTANTS + 16);
  const none = v128.load_splat<f64>(CONSTANTS + 24);
  const end = places + ((<usize>count) << 2);
  let score = none;
  weights += cells;
  while (places < end) {
    const at = (<usize>load<i32>(places)) + cells;
    if (places + 4 < end && (anyZero(measures) | anyZero(nextMeasures)) >= 0) {
      const after = (<usize>load<i32>(places, 4)) + cells;
      score = two(at, after, measures, nextMeasures, weights, slopes, keep, least, score, limit, ones, signs, none);
      places += 8;
      measures += 32;
      nextMeasures += 32;
      weights += 2 * LANES;
    } else {
      score = one(at, measures, nextMeasures, weights, slopes, keep, least, score, limit, ones, signs, none);
      places += 4;
      measures += 16;
      nextMeasures += 16;
      weights += LANES;
    }
  }
  return score;
}

/** Less than 0 where one of two measures is of a zero. */
@inline
function anyZero(measures: usize): i32 {
  return load<i32>(measures, SIGN) | load<i32>(measures, 16 + SIGN);
}

/** One feature; answers what the scores are with it. */
@inline
function one(
  at: usize,
  measures: usize,
  nextMeasures: usize,
  weights: usize,
  slopes: v128,
  keep: v128,
  least: v128,
  score: v128,
  limit: v128,
  ones: v128,
  signs: v128,
  none: v128,
): v128 {
  let gamma = v128.load(at, GAMMA);
  let squares = v128.load(at, SQUARES);
  let wealth = v128.load(at, WEALTH);
  if (load<i32>(measures, SIGN) >= 0) {
    const v = f64x2.mul(slopes, v128.load64_splat(measures));
    gamma = f64x2.sub(f64x2.add(f64x2.mul(gamma, keep), none), v);
    squares = f64x2.add(f64x2.mul(squares, keep), f64x2.mul(v, v));
    wealth = f64x2.pmin(limit, f64x2.sub(f64x2.pmax(least, wealth), f64x2.mul(v, v128.load(weights))));
    v128.store(at, wealth, WEALTH);
  }
  if (load<i32>(nextMeasures, SIGN) >= 0) {
    const rho = v128.load64_splat(nextMeasures, RHO);
    gamma = f64x2.mul(gamma, rho);
    squares = f64x2.mul(squares, f64x2.mul(rho, rho));
  }
  v128.store(at, gamma, GAMMA);
  v128.store(at, squares, SQUARES);
  if (load<i32>(nextMeasures, SIGN) < 0) return score;
  const s1 = f64x2.add(squares, ones);
  const r = f64x2.sqrt(s1);
  const clamped = f64x2.pmax(v128.xor(r, signs), f64x2.pmin(r, gamma));
  const weight = f64x2.mul(clamped, f64x2.div(wealth, f64x2.add(s1, s1)));
  v128.store(weights, weight);
  return f64x2.add(score, f64x2.mul(v128.load64_splat(nextMeasures), weight));
}

/** Two features that are no zeros in either row: `one` twice, in turns, as roots and divisions that do not alternate go faster. */
@inline
function two(
  at: usize,
  after: usize,
  measures: usize,
  nextMeasures: usize,
  weights: usize,
  slopes: v128,
  keep: v128,
  least: v128,
  score: v128,
  limit: v128,
  ones: v128,
  signs: v128,
  none: v128,
): v128 {
  const v0 = f64x2.mul(slopes, v128.load64_splat(measures));
  const v1 = f64x2.mul(slopes, v128.load64_splat(measures, 16));
  const rho0 = v128.load64_splat(nextMeasures, RHO);
  const rho1 = v128.load64_splat(nextMeasures, 16 + RHO);
  let squares0 = f64x2.add(f64x2.mul(v128.load(at, SQUARES), keep), f64x2.mul(v0, v0));
  let squares1 = f64x2.add(f64x2.mul(v128.load(after, SQUARES), keep), f64x2.mul(v1, v1));
  squares0 = f64x2.mul(squares0, f64x2.mul(rho0, rho0));
  squares1 = f64x2.mul(squares1, f64x2.mul(rho1, rho1));
  v128.store(at, squares0, SQUARES);
  v128.store(after, squares1, SQUARES);
  const gamma0 = f64x2.mul(f64x2.sub(f64x2.add(f64x2.mul(v128.load(at, GAMMA), keep), none), v0), rho0);
  const gamma1 = f64x2.mul(f64x2.sub(f64x2.add(f64x2.mul(v128.load(after, GAMMA), keep), none), v1), rho1);
  v128.store(at, gamma0, GAMMA);
  v128.store(after, gamma1, GAMMA);
  squares0 = f64x2.add(squares0, ones);
  squares1 = f64x2.add(squares1, ones);
  const r0 = f64x2.sqrt(squares0);
  const r1 = f64x2.sqrt(squares1);
  const clamped0 = f64x2.pmax(v128.xor(r0, signs), f64x2.pmin(r0, gamma0));
  const clamped1 = f64x2.pmax(v128.xor(r1, signs), f64x2.pmin(r1, gamma1));
  const lost0 = f64x2.mul(v0, v128.load(weights));
  const lost1 = f64x2.mul(v1, v128.load(weights, LANES));
  const wealth0 = f64x2.pmin(limit, f64x2.sub(f64x2.pmax(least, v128.load(at, WEALTH)), lost0));
  const wealth1 = f64x2.pmin(limit, f64x2.sub(f64x2.pmax(least, v128.load(after, WEALTH)), lost1));
  v128.store(at, wealth0, WEALTH);
  v128.store(after, wealth1, WEALTH);
  const weight0 = f64x2.mul(clamped0, f64x2.div(wealth0, f64x2.add(squares0, squares0)));
  const weight1 = f64x2.mul(clamped1, f64x2.div(wealth1, f64x2.add(squares1, squares1)));
  v128.store(weights, weight0);
  v128.store(weights, weight1, LANES);
  score = f64x2.add(score, f64x2.mul(v128.load64_splat(nextMeasures), weight0));
  return f64x2.add(score, f64x2.mul(v128.load64_splat(nextMeasures, 16), weight1));
}
