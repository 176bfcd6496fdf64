import type { Round, Rule } from "../rules/rule.ts";
import { saturate } from "../rules/saturate.ts";
import { scinol2 as specialised } from "../rules/scinol2.ts";
import type { Example } from "./example.ts";
import type { State } from "./state.ts";

/*
 * The driver: runs a rule over the coordinates of an example.
 *
 * One function calling eleven different rules is slow in every JavaScript engine: the call cannot be inlined once
 * it has had more than a few targets (34 ns a coordinate instead of 9). So the build makes a copy of this file for
 * each rule, in drivers/, in which only the import of the rule differs. Never import this file itself.
 *
 * Sums are taken in a fixed order, part of the arithmetic: with one cell a feature, even and odd coordinates
 * separately, as two SIMD lanes would; with more, each cell is a lane of its own and sums in coordinate order.
 */

const rule: Rule = specialised;
const slots = rule.slots.length;

/** Plays the example: its scores into `scores`, one a cell. Writes nothing but `round` and the example's ω. */
export function play(state: State, example: Example, round: Round, scores: Float64Array): void {
  round.t = state.t + 1;
  round.N = rule.coupled || state.stakes ? state.N + squares(state, example) : state.N;
  if (state.width === 1) playOne(state, example, round, scores);
  else playMany(state, example, round, scores);
  round.divisor = rule.divisor === undefined ? 1 : rule.divisor(round);
  if (state.stakes) round.divisor *= Math.sqrt(round.N / round.t);
  // It is 0 while every feature has been zero, and then so are the scores.
  if (round.divisor > 0) for (let c = 0; c < state.width; c++) scores[c] /= round.divisor;
}

/*
 * Three loops below begin alike: x → u = 1/M once x has been taken into account, and ρ = old M over new M. M fades
 * by φ and is never less than |x|. A function could not hand back both without allocating.
 */

function playOne(state: State, example: Example, round: Round, scores: Float64Array): void {
  const { numbers, stride } = state;
  const { count, dense, index, value, ω } = example;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  let even = 0;
  let odd = 0;
  let fresh = 0;
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0 && rule.lazy) continue;
    const i = dense ? n : index[n];
    const base = i * stride;
    const before = numbers[base];
    let u = before * unfade;
    let ρ = unfade;
    const size = Math.abs(x) * importance;
    if (rule.relative && size * u > 1) {
      u = 1 / size;
      ρ = u / before;
      if (before === Number.POSITIVE_INFINITY) fresh++;
    }
    const q = x * u;
    const weight = rule.weight(numbers, base + 1, q, ρ, round);
    const product = rule.relative ? q * weight : saturate(q * weight);
    ω[n] = weight;
    if ((i & 1) === 0) even += product;
    else odd += product;
  }
  scores[0] = even + odd;
  round.d = state.d + fresh;
}

function playMany(state: State, example: Example, round: Round, scores: Float64Array): void {
  const { numbers, stride, width } = state;
  const { count, dense, index, value, ω } = example;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  let fresh = 0;
  scores.fill(0, 0, width);
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0 && rule.lazy) continue;
    const base = (dense ? n : index[n]) * stride;
    const before = numbers[base];
    let u = before * unfade;
    let ρ = unfade;
    const size = Math.abs(x) * importance;
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
  const { numbers, stride, width, keep, forgets } = state;
  const { count, dense, index, value, ω } = example;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  if (rule.rate !== undefined) round.rate = rule.rate(round);
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0 && rule.lazy) continue;
    const base = (dense ? n : index[n]) * stride;
    const before = numbers[base];
    let u = before * unfade;
    let ρ = unfade;
    const size = Math.abs(x) * importance;
    if (rule.relative && size * u > 1) {
      u = 1 / size;
      ρ = u / before;
    }
    const q = x * u;
    const first = n * width;
    numbers[base] = u;
    for (let c = 0, at = base + 1; c < width; c++, at += slots) {
      if (forgets && rule.forget !== undefined) rule.forget(numbers, at, keep[c]);
      rule.update(numbers, at, q, ρ, slopes[c], ω[first + c], round);
    }
  }
  state.t = round.t;
  state.N = round.N;
  state.d = round.d;
}

/** Σ q², what the coordinates of an example amount to together. */
function squares(state: State, example: Example): number {
  const { numbers, stride } = state;
  const { count, dense, index, value } = example;
  const unfade = state.unfade[0];
  const importance = importanceOf(example);
  let even = 0;
  let odd = 0;
  for (let n = 0; n < count; n++) {
    const x = value[n];
    if (x === 0) continue;
    const i = dense ? n : index[n];
    const u = numbers[i * stride] * unfade;
    const size = Math.abs(x) * importance;
    const q = size * u > 1 ? x * (1 / size) : x * u;
    if ((i & 1) === 0) even += q * q;
    else odd += q * q;
  }
  return even + odd;
}

/** An importance weight above 1 must not push a bounded rule's slopes beyond 1: it counts as part of the feature. */
function importanceOf(example: Example): number {
  return rule.bounded && example.weight > 1 ? example.weight : 1;
}
