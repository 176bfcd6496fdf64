/*
 * ScInOL₁ and NAG, one example at a time, to the bits of src/rules/scinol1.ts and nag.ts. The state lies as one-cell.ts and
 * many-cells.ts tell for ScInOL₂: three slots a cell, γ s β, or ω a and one that is not used.
 *
 * Two features, or two cells, make a vector; what is not there is a lane whose results are thrown away.
 */

import { LIMIT } from "./bounds";
import { expm1Pair } from "./expm1-pair";
import { CELLS } from "./many-cells";
import { address } from "./one-cell";
import { addTo, gammaOf, put, squaresOf, unitOf, wealthOf } from "./pairs";

/** Which rule, as src/kernel/kernel-rule.ts numbers them; the other is NAG. */
const SCINOL1: i32 = 1;

/** What all cells share in a round: the rule's setting (ε, or the step η √(t/N)) and t. */
let setting: f64 = 0;
let round: f64 = 0;

export function beginRound(theSetting: f64, t: f64): void {
  setting = theSetting;
  round = t;
}

/** 1/M and ρ of two features once x has been taken into account, and which of them were never seen before. */
let unit: v128 = f64x2.splat(0);
let rho: v128 = f64x2.splat(0);
let fresh: v128 = f64x2.splat(0);

@inline
function measure(before: v128, x: v128, unfade: f64, importance: f64): void {
  const size = f64x2.mul(f64x2.abs(x), f64x2.splat(importance));
  unit = f64x2.mul(before, f64x2.splat(unfade));
  rho = f64x2.splat(unfade);
  const moved = f64x2.gt(f64x2.mul(size, unit), f64x2.splat(1));
  fresh = f64x2.splat(0);
  if (v128.any_true(moved)) {
    unit = v128.bitselect(f64x2.div(f64x2.splat(1), size), unit, moved);
    rho = v128.bitselect(f64x2.div(unit, before), rho, moved);
    fresh = v128.and(moved, f64x2.eq(before, f64x2.splat(Infinity)));
  }
}

/** The weights of two cells. */
@inline
function weigh(rule: i32, first: v128, second: v128, third: v128, q: v128, rho: v128): v128 {
  if (rule != SCINOL1) return first;
  const gamma = f64x2.mul(first, rho);
  const s1 = f64x2.add(f64x2.mul(second, f64x2.mul(rho, rho)), f64x2.splat(1));
  const r = f64x2.sqrt(s1);
  const theta = f64x2.div(f64x2.abs(gamma), r);
  const half = f64x2.pmin(f64x2.splat(600), f64x2.mul(theta, f64x2.splat(0.5)));
  const played = f64x2.mul(caution(third, s1, q), expm1Pair(half));
  const magnitude = f64x2.div(played, f64x2.add(r, r));
  const negative = v128.and(f64x2.lt(gamma, f64x2.splat(0)), f64x2.splat(-0.0));
  return v128.xor(magnitude, negative);
}

/** The next β of ScInOL₁. */
@inline
function caution(beta: v128, s1: v128, q: v128): v128 {
  const most = f64x2.div(
    f64x2.mul(f64x2.splat(setting), s1),
    f64x2.mul(f64x2.mul(q, q), f64x2.splat(round)),
  );
  return f64x2.pmin(beta, most);
}

/** What two cells become: three slots. */
let first: v128 = f64x2.splat(0);
let second: v128 = f64x2.splat(0);
let third: v128 = f64x2.splat(0);

@inline
function update(rule: i32, v: v128, q: v128, rho: v128): void {
  const limit = f64x2.splat(LIMIT);
  const squares = f64x2.mul(second, f64x2.mul(rho, rho));
  second = f64x2.pmin(limit, f64x2.add(squares, f64x2.mul(v, v)));
  if (rule == SCINOL1) {
    first = saturate(f64x2.sub(f64x2.mul(first, rho), v));
    third = caution(third, f64x2.add(squares, f64x2.splat(1)), q);
  } else {
    // While every slope has been 0 there is no step to take, and no 0/0.
    const step = f64x2.mul(f64x2.splat(setting), f64x2.div(v, f64x2.sqrt(second)));
    const some = f64x2.gt(second, f64x2.splat(0));
    first = v128.bitselect(saturate(f64x2.sub(first, step)), first, some);
  }
}

@inline
function saturate(value: v128): v128 {
  return f64x2.pmin(f64x2.splat(LIMIT), f64x2.pmax(f64x2.splat(-LIMIT), value));
}

/**
 * Plays features with one cell each, those that `index` names, or 0, 1, … where it is 0; sums into `sums`: score, Σ q²,
 * how many were never seen before. `spare` is a feature of nobody's, for the last of an odd number to be paired with.
 */
export function playOther(
  rule: i32,
  count: i32,
  index: usize,
  value: usize,
  weights: usize,
  state: usize,
  spare: usize,
  unfade: f64,
  importance: f64,
  sums: usize,
): void {
  let score = f64x2.splat(0);
  let squares = f64x2.splat(0);
  let met = 0;
  for (let n = 0; n < count; n += 2) {
    const alone = n + 1 == count;
    const offset = (<usize>n) << 3;
    const a = placeOf(n, index, state);
    const b = alone ? spare : placeOf(n + 1, index, state);
    const x = alone ? v128.load64_zero(value + offset) : v128.load(value + offset);
    const there = f64x2.ne(x, f64x2.splat(0));
    measure(unitOf(a, b), x, unfade, importance);
    const q = v128.and(f64x2.mul(x, unit), there);
    const weight = v128.and(weigh(rule, gammaOf(a, b), squaresOf(a, b), wealthOf(a, b), q, rho), there);
    if (alone) v128.store64_lane(weights + offset, weight, 0);
    else v128.store(weights + offset, weight);
    met += popcnt(i64x2.bitmask(fresh));
    const products = f64x2.mul(q, weight);
    const powers = f64x2.mul(q, q);
    score = addTo(score, a, f64x2.extract_lane(products, 0));
    score = addTo(score, b, f64x2.extract_lane(products, 1));
    squares = addTo(squares, a, f64x2.extract_lane(powers, 0));
    squares = addTo(squares, b, f64x2.extract_lane(powers, 1));
  }
  store<f64>(sums, f64x2.extract_lane(score, 0) + f64x2.extract_lane(score, 1));
  store<f64>(sums, f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1), 8);
  store<f64>(sums, <f64>met, 16);
}

export function digestOther(
  rule: i32,
  count: i32,
  index: usize,
  value: usize,
  state: usize,
  spare: usize,
  unfade: f64,
  importance: f64,
  slope: f64,
): void {
  const slopes = f64x2.splat(slope);
  for (let n = 0; n < count; n += 2) {
    const alone = n + 1 == count;
    const offset = (<usize>n) << 3;
    const a = placeOf(n, index, state);
    const b = alone ? spare : placeOf(n + 1, index, state);
    const x = alone ? v128.load64_zero(value + offset) : v128.load(value + offset);
    const there = f64x2.ne(x, f64x2.splat(0));
    const before = unitOf(a, b);
    measure(before, x, unfade, importance);
    const q = f64x2.mul(x, unit);
    first = gammaOf(a, b);
    second = squaresOf(a, b);
    third = wealthOf(a, b);
    const old1 = first;
    const old2 = second;
    const old3 = third;
    update(rule, f64x2.mul(slopes, q), q, rho);
    const now = v128.bitselect(unit, before, there);
    v128.store64_lane(a, now, 0);
    v128.store64_lane(b, now, 1);
    put(
      a,
      b,
      v128.bitselect(first, old1, there),
      v128.bitselect(second, old2, there),
      v128.bitselect(third, old3, there),
    );
  }
}

/** Plays features with several cells each, as `playMany` does. */
export function playOtherMany(
  rule: i32,
  count: i32,
  index: usize,
  value: usize,
  weights: usize,
  state: usize,
  lanes: usize,
  unfade: f64,
  importance: f64,
  scores: usize,
  sums: usize,
): void {
  const stride = CELLS + lanes * 3;
  let even: f64 = 0;
  let odd: f64 = 0;
  let met = 0;
  memory.fill(scores, 0, lanes);
  for (let n = 0; n < count; n++) {
    const x = load<f64>(value + ((<usize>n) << 3));
    if (x == 0) continue;
    const feature = index == 0 ? n : load<i32>(index + ((<usize>n) << 2));
    const base = state + (<usize>feature) * stride;
    measure(v128.load64_splat(base), f64x2.splat(x), unfade, importance);
    met += i64x2.bitmask(fresh) & 1;
    const q = f64x2.mul(f64x2.splat(x), unit);
    const power = f64x2.extract_lane(f64x2.mul(q, q), 0);
    if ((feature & 1) == 0) even += power;
    else odd += power;
    const rhos = rho;
    for (let lane: usize = 0; lane < lanes; lane += 16) {
      const at = base + lane;
      const second = v128.load(at + lanes, CELLS);
      const third = v128.load(at + (lanes << 1), CELLS);
      const weight = weigh(rule, v128.load(at, CELLS), second, third, q, rhos);
      v128.store(weights + (<usize>n) * lanes + lane, weight);
      v128.store(scores + lane, f64x2.add(v128.load(scores + lane), f64x2.mul(q, weight)));
    }
  }
  store<f64>(sums, even + odd, 8);
  store<f64>(sums, <f64>met, 16);
}

export function digestOtherMany(
  rule: i32,
  count: i32,
  index: usize,
  value: usize,
  state: usize,
  lanes: usize,
  unfade: f64,
  importance: f64,
  slopes: usize,
  keep: usize,
): void {
  const stride = CELLS + lanes * 3;
  for (let n = 0; n < count; n++) {
    const x = load<f64>(value + ((<usize>n) << 3));
    if (x == 0) continue;
    const feature = index == 0 ? n : load<i32>(index + ((<usize>n) << 2));
    const base = state + (<usize>feature) * stride;
    measure(v128.load64_splat(base), f64x2.splat(x), unfade, importance);
    store<f64>(base, f64x2.extract_lane(unit, 0));
    const q = f64x2.mul(f64x2.splat(x), unit);
    for (let lane: usize = 0; lane < lanes; lane += 16) {
      const at = base + lane;
      first = v128.load(at, CELLS);
      second = v128.load(at + lanes, CELLS);
      third = v128.load(at + (lanes << 1), CELLS);
      let change = rho;
      if (rule == SCINOL1) {
        const kept = v128.load(keep + lane);
        const squares = f64x2.mul(second, f64x2.mul(change, change));
        first = f64x2.mul(saturate(f64x2.mul(first, change)), kept);
        second = f64x2.mul(f64x2.pmin(f64x2.splat(LIMIT), squares), kept);
        change = f64x2.splat(1);
      }
      update(rule, f64x2.mul(v128.load(slopes + lane), q), q, change);
      v128.store(at, first, CELLS);
      v128.store(at + lanes, second, CELLS);
      v128.store(at + (lanes << 1), third, CELLS);
    }
  }
}

@inline
function placeOf(n: i32, index: usize, state: usize): usize {
  return address(state, index == 0 ? n : load<i32>(index + ((<usize>n) << 2)));
}
