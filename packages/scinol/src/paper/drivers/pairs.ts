import {
  addressAt,
  any,
  bothAt,
  f64At,
  type Lane,
  laneAt,
  PAIR,
  putAddress,
  putLane,
  WIDTH,
} from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { bounded, coupled, lazy, relative, rescale, SLOTS, update, weight } from "../rules/scinol2.ts";
import {
  CELL,
  ENTRY,
  LARGEST,
  LEAST,
  MOVE,
  MOVE_CELL,
  OMEGA,
  ROUND_END,
  ROUND_HAS_ZEROS,
  ROUND_IMPORTANCE,
  ROUND_IS_WRONG,
  ROUND_LIMIT,
  ROUND_MOVES_END,
} from "./layout.ts";
import { LIST, MOVES, MOVING, ROUND, SLOPES, SUMS } from "./scratch.ts";

/*
 * One output: lanes are two neighbouring features. Even and odd features are summed apart. A lane whose x is 0 is played
 * and updated if its neighbour's is not, which changes nothing; in JavaScript it is left out.
 */

/** Plays the entries from `from` to `to`, whose x are pairs from `x` on. Writes nothing to the model. */
export function playPairs(x: usize, from: usize, to: usize): void {
  playLanes(x, from, to, 0);
  if (WIDTH < PAIR) playLanes(x, from, to, WIDTH);
  putAddress(ROUND + ROUND_END, to);
}

function playLanes(x: usize, from: usize, to: usize, lane: usize): void {
  const importance: f64 = bounded ? f64At(ROUND + ROUND_IMPORTANCE) : 1;
  const limit = bothAt(ROUND + ROUND_LIMIT);
  let sum = laneAt(SUMS + lane);
  let squares = laneAt(SUMS + PAIR + lane);
  let at = x + lane;
  for (let entry = from; entry < to; entry += ENTRY) {
    const given = laneAt(at);
    at += PAIR;
    let cell = addressAt(entry + CELL) + lane;
    const unit = laneAt(cell);
    const size = Math.abs(given);
    let q = given * unit;
    // Nearly always both values are there, and M stays as it is. A NaN comes as far as the score.
    const moves = relative ? size * unit > limit : size > LARGEST;
    if (any(moves || size < LEAST)) {
      const isThere = size >= LEAST;
      if (any(!(size <= LARGEST))) putAddress(ROUND + ROUND_IS_WRONG, 1);
      if (relative && any(moves && isThere)) {
        const next = moves && isThere ? unitOf(size * importance) : unit;
        noteMove(cell, lane, unit, next);
        cell = moved(cell, lane, unit, next);
        q = given * next;
      }
      q = isThere ? q : 0;
      if (lazy && !any(isThere)) {
        putAddress(ROUND + ROUND_HAS_ZEROS, 1);
        putLane(entry + lane, q);
        continue;
      }
    }
    const ω = weight(cell + PAIR, PAIR, q);
    putLane(entry + lane, q);
    putLane(entry + OMEGA + lane, ω);
    sum = sum + (relative ? q * ω : saturated(q * ω));
    if (coupled) squares = squares + q * q;
  }
  putLane(SUMS + lane, sum);
  if (coupled) putLane(SUMS + PAIR + lane, squares);
}

/** Returns 1/M. M stops at the largest value, whatever its importance: beyond it a larger x would not be noticed. */
function unitOf(size: Lane): Lane {
  return 1 / (size < LARGEST ? size : LARGEST);
}

function noteMove(cell: usize, lane: usize, unit: Lane, next: Lane): void {
  const move = addressAt(ROUND + ROUND_MOVES_END);
  const fresh = SUMS + 2 * PAIR + lane;
  putLane(fresh, laneAt(fresh) + (unit === Infinity && next < unit ? 1 : 0));
  putLane(move, next);
  putAddress(move + MOVE_CELL, cell);
  putAddress(ROUND + ROUND_MOVES_END, move + MOVE);
}

/** Returns the address of a copy of a pair that is rescaled. */
function moved(cell: usize, lane: usize, unit: Lane, next: Lane): usize {
  const copy = MOVING + lane;
  for (let slot = PAIR; slot <= SLOTS * PAIR; slot += PAIR) putLane(copy + slot, laneAt(cell + slot));
  rescale(copy + PAIR, PAIR, next < unit ? next / unit : 1);
  return copy;
}

/** Writes the M that move. A pair may be among them twice, a lane of it only once with a new M. */
export function movePairs(): void {
  const end = addressAt(ROUND + ROUND_MOVES_END);
  for (let move = MOVES; move < end; move += MOVE) {
    const cell = addressAt(move + MOVE_CELL);
    const before = laneAt(cell);
    const unit = laneAt(move);
    const moves = unit < before;
    putLane(cell, moves ? unit : before);
    rescale(cell + PAIR, PAIR, moves ? unit / before : 1);
  }
}

/** Updates the pairs that were played, by the slope. */
export function updatePairs(): void {
  updateLanes(0);
  if (WIDTH < PAIR) updateLanes(WIDTH);
}

function updateLanes(lane: usize): void {
  const end = addressAt(ROUND + ROUND_END);
  const hasZeros = lazy && addressAt(ROUND + ROUND_HAS_ZEROS) !== 0;
  const g: Lane = f64At(SLOPES);
  for (let entry = LIST; entry < end; entry += ENTRY) {
    const q = laneAt(entry + lane);
    if (hasZeros && !any(q !== 0)) continue;
    update(addressAt(entry + CELL) + lane + PAIR, PAIR, q, g, laneAt(entry + OMEGA + lane));
  }
}
