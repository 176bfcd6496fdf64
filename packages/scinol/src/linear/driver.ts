import type { Round, Rule } from "../rules/rule.ts";
import { saturate } from "../rules/saturate.ts";
import { scinol2 as specialised } from "../rules/scinol2.ts";
import type { Example } from "./example.ts";
import type { Rows } from "./rows.ts";
import type { State } from "./state.ts";

/*
 * The driver: runs a rule over the coordinates of an example.
 *
 * One function calling eleven different rules is slow in every JavaScript engine: the call cannot be inlined once
 * it has had more than a few targets (34 ns a coordinate instead of 9). So the build makes a copy of this file for
 * each rule, in drivers/, in which only the import of the rule differs. Never import this file itself.
 *
 * Sums are taken in a fixed order, part of the arithmetic: with one cell a feature that forgets nothing, even and odd
 * coordinates separately, as two SIMD lanes would; else each cell is a lane of its own and sums in coordinate order.
 */

const rule: Rule = specialised;
const slots = rule.slots.length;

/** Plays the example: its scores into `scores`, one a cell. Writes nothing but `round` and the example's ω. */
export function play(state: State, example: Example, round: Round, scores: Float64Array): void {
  round.t = state.t + 1;
  round.N = rule.coupled || state.stakes ? state.N + squares(state, example) : state.N;
  if (state.width === 1 && !state.forgets) playOne(state, example, round, scores);
  else playMany(state, example, round, scores);
  round.divisor = rule.divisor === undefined ? 1 : rule.divisor(round);
  if (state.stakes) round.divisor *= Math.sqrt(round.N / round.t);
  // It is 0 while every feature has been zero, and then so are the scores.
  if (round.divisor > 0) for (let c = 0; c < state.width; c++) scores[c] /= round.divisor;
}

/*
 * How a feature's unit moves when a value of some size comes: M fades by φ and is never less than |x|. M nearly
 * always stays as it is, and is asked for that first: told ρ = 1 as a plain number, the compiler leaves out all that
 * ρ would have multiplied.
 *
 * Two things the loops do for the compiler. `| 0` tells it once that a number is whole; it would ask at every turn.
 * And a weight goes straight into ω, in each branch of an `if`: in a variable that two branches set, it would be
 * boxed, that is allocated, whenever the call in the rarer one has not been inlined.
 */

/** Whether M stays as it is. */
const stays = (before: number, size: number, unfade: number): boolean =>
  unfade === 1 && !(rule.relative && size * before > 1);

/** 1/M, the value taken into account. */
const unit = (before: number, size: number, unfade: number): number =>
  rule.relative && size * (before * unfade) > 1 ? 1 / size : before * unfade;

/** ρ: the M before over the M now. */
const change = (before: number, size: number, unfade: number): number =>
  rule.relative && size * (before * unfade) > 1 ? 1 / size / before : unfade;

function playOne(state: State, example: Example, round: Round, scores: Float64Array): void {
  const { numbers } = state;
  const { index, value, ω } = example;
  const count = example.count | 0;
  const stride = state.stride | 0;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  let even = 0;
  let odd = 0;
  let fresh = 0;
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0 && rule.lazy) continue;
    const i = index[n];
    const base = i * stride;
    const before = numbers[base];
    const size = Math.abs(x) * importance;
    let product: number;
    if (stays(before, size, unfade)) {
      const q = x * before;
      const weight = rule.weight(numbers, base + 1, q, 1, round);
      ω[n] = weight;
      product = q * weight;
    } else {
      const q = x * unit(before, size, unfade);
      const weight = rule.weight(numbers, base + 1, q, change(before, size, unfade), round);
      ω[n] = weight;
      product = q * weight;
      if (before === Number.POSITIVE_INFINITY) fresh++;
    }
    if (!rule.relative) product = saturate(product);
    if ((i & 1) === 0) even += product;
    else odd += product;
  }
  scores[0] = even + odd;
  round.d = state.d + fresh;
}

function playMany(state: State, example: Example, round: Round, scores: Float64Array): void {
  const { numbers } = state;
  const { index, value, ω } = example;
  const count = example.count | 0;
  const stride = state.stride | 0;
  const width = state.width | 0;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  let fresh = 0;
  scores.fill(0, 0, width);
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0 && rule.lazy) continue;
    const base = index[n] * stride;
    const before = numbers[base];
    const size = Math.abs(x) * importance;
    let u = before * unfade;
    let ρ = unfade;
    if (rule.relative && size * u > 1) {
      u = 1 / size;
      ρ = u / before;
      if (before === Number.POSITIVE_INFINITY) fresh++;
    }
    const q = x * u;
    const first = n * width;
    for (let c = 0, at = base + 1; c < width; c++, at += slots) {
      const weight = rule.weight(numbers, at, q, ρ, round);
      ω[first + c] = weight;
      scores[c] += rule.relative ? q * weight : saturate(q * weight);
    }
  }
  round.d = state.d + fresh;
}

/** Learns from the slopes, one a cell, at the scores just played. The only writer of the state. */
export function digest(state: State, example: Example, round: Round, slopes: Float64Array): void {
  if (rule.rate !== undefined) round.rate = rule.rate(round);
  if (state.width === 1 && !state.forgets) digestOne(state, example, round, slopes[0]);
  else digestMany(state, example, round, slopes);
  state.t = round.t;
  state.N = round.N;
  state.d = round.d;
}

function digestOne(state: State, example: Example, round: Round, slope: number): void {
  const { numbers } = state;
  const { index, value, ω } = example;
  const count = example.count | 0;
  const stride = state.stride | 0;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0 && rule.lazy) continue;
    const base = index[n] * stride;
    const before = numbers[base];
    const size = Math.abs(x) * importance;
    if (stays(before, size, unfade)) {
      rule.update(numbers, base + 1, x * before, 1, slope, ω[n], round);
    } else {
      const u = unit(before, size, unfade);
      numbers[base] = u;
      rule.update(numbers, base + 1, x * u, change(before, size, unfade), slope, ω[n], round);
    }
  }
}

function digestMany(state: State, example: Example, round: Round, slopes: Float64Array): void {
  const { numbers, keep, forgets } = state;
  const { index, value, ω } = example;
  const count = example.count | 0;
  const stride = state.stride | 0;
  const width = state.width | 0;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0 && rule.lazy) continue;
    const base = index[n] * stride;
    const before = numbers[base];
    const size = Math.abs(x) * importance;
    let u = before * unfade;
    let ρ = unfade;
    if (rule.relative && size * u > 1) {
      u = 1 / size;
      ρ = u / before;
    }
    const q = x * u;
    const first = n * width;
    numbers[base] = u;
    for (let c = 0, at = base + 1; c < width; c++, at += slots) {
      let change = ρ;
      if (forgets && rule.forget !== undefined) {
        rule.forget(numbers, at, ρ, keep[c], round.settings);
        change = 1;
      }
      rule.update(numbers, at, q, change, slopes[c], ω[first + c], round);
    }
  }
}

/** Whether a value does not move M. */
const fits = (x: number, before: number, importance: number): boolean =>
  !rule.relative || Math.abs(x) * importance * before <= 1;

/** Whether `digestAndPlay` can run this model: what comes with a round must not depend on what came before in it. */
export function canFuse(state: State): boolean {
  const plain = !state.stakes && !state.forgets && state.unfade[0] === 1;
  return rule.lazy && !rule.coupled && plain && state.width === 1;
}

/**
 * `digest`, and then `play` on a row, in one sweep over the state, which fetches every number once instead of twice.
 * `example` holds the example just played in `round`; after it the row, played in `nextRound`.
 *
 * The compiler inlines only so much into one function, so this one says in place what it needs.
 */
export function digestAndPlay(
  state: State,
  example: Example,
  round: Round,
  slopes: Float64Array,
  rows: Rows,
  row: number,
  nextRound: Round,
  scores: Float64Array,
): void {
  const { numbers } = state;
  const { value, ω } = example;
  const { values, weights } = rows;
  const count = example.count | 0;
  const stride = state.stride | 0;
  const slope = slopes[0];
  const importance = rule.bounded ? Math.max(example.weight, 1) : 1;
  example.weight = weights === undefined ? 1 : weights[row];
  const nextImportance = rule.bounded ? Math.max(example.weight, 1) : 1;
  // The constant feature, if there is one, is coordinate 0 and not in the rows.
  const constants = (count - rows.columns) | 0;
  const start = (row * rows.columns - constants) | 0;
  if (rule.rate !== undefined) round.rate = rule.rate(round);
  nextRound.t = round.t + 1;
  let even = 0;
  let odd = 0;
  let fresh = 0;
  for (let n = 0, base = 0; n < count; n++, base += stride) {
    const at = base + 1;
    const x = value[n];
    const y = n < constants ? 1 : values[start + n];
    const before = numbers[base];
    let product: number;
    if (x !== 0 && Math.abs(y) >= 1e-300 && fits(x, before, importance) && fits(y, before, nextImportance)) {
      // Nearly always: M stays as it is, before and after.
      const q = y * before;
      rule.update(numbers, at, x * before, 1, slope, ω[n], round);
      const weight = rule.weight(numbers, at, q, 1, nextRound);
      ω[n] = weight;
      product = q * weight;
      value[n] = y;
    } else {
      let u = before;
      if (x !== 0) {
        if (!fits(x, before, importance)) u = 1 / (Math.abs(x) * importance);
        numbers[base] = u;
        rule.update(numbers, at, x * u, u === before ? 1 : u / before, slope, ω[n], round);
      }
      value[n] = 0;
      if (Math.abs(y) < 1e-300) continue;
      value[n] = y;
      const old = u;
      if (!fits(y, old, nextImportance)) u = 1 / (Math.abs(y) * nextImportance);
      if (old === Number.POSITIVE_INFINITY) fresh++;
      const q = y * u;
      const weight = rule.weight(numbers, at, q, u === old ? 1 : u / old, nextRound);
      ω[n] = weight;
      product = q * weight;
    }
    if (!rule.relative) product = saturate(product);
    if ((n & 1) === 0) even += product;
    else odd += product;
  }
  state.t = round.t;
  state.N = round.N;
  state.d = round.d;
  nextRound.N = state.N;
  nextRound.d = state.d + fresh;
  nextRound.divisor = rule.divisor === undefined ? 1 : rule.divisor(nextRound);
  scores[0] = (even + odd) / nextRound.divisor;
}

/** Σ q², what the coordinates of an example amount to together. */
function squares(state: State, example: Example): number {
  const { numbers } = state;
  const { index, value } = example;
  const count = example.count | 0;
  const stride = state.stride | 0;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  let even = 0;
  let odd = 0;
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0) continue;
    const i = index[n];
    const q = x * unit(numbers[i * stride], Math.abs(x) * importance, unfade);
    if ((i & 1) === 0) even += q * q;
    else odd += q * q;
  }
  return even + odd;
}

/** An importance weight above 1 must not push a bounded rule's slopes beyond 1: it counts as part of the feature. */
function importanceOf(example: Example): number {
  return rule.bounded && example.weight > 1 ? example.weight : 1;
}
