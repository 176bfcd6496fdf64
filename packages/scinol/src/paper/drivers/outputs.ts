import {
  addressAt,
  copy,
  f64At,
  fill,
  laneAt,
  PAIR,
  putAddress,
  putF64,
  putLane,
  WIDTH,
} from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { bounded, coupled, relative, rescale, SLOTS, update, weight } from "../rules/scinol2.ts";
import { CELL, ENTRY, MOVE, MOVE_CELL, ROUND_END, ROUND_IMPORTANCE, ROUND_MOVES_END } from "./layout.ts";
import { LIST, MOVES, MOVING, OMEGAS, ROUND, SCORES, SLOPES, SUMS } from "./scratch.ts";

/* More outputs: lanes are the outputs of a feature, one feature at a time. Features without a value are not in the list. */

/** Plays the entries up to `end`, each of which begins with its x; a slot of all outputs has `bytes`. Writes nothing to the model. */
export function playOutputs(end: usize, bytes: usize): void {
  const importance: f64 = bounded ? f64At(ROUND + ROUND_IMPORTANCE) : 1;
  let squares: f64 = 0;
  let fresh: f64 = 0;
  let at = OMEGAS;
  const scores = SCORES;
  fill(scores, bytes);
  for (let entry = LIST; entry < end; entry += ENTRY) {
    const x = f64At(entry);
    let cell = addressAt(entry + CELL);
    let unit = f64At(cell);
    const size = Math.abs(x) * importance;
    if (relative && size * unit > 1) {
      if (unit === Infinity) fresh += 1;
      const ρ = 1 / size / unit;
      unit = 1 / size;
      copy(MOVING + PAIR, cell + PAIR, SLOTS * bytes);
      cell = MOVING;
      for (let k: usize = 0; k < bytes; k += WIDTH) rescale(cell + PAIR + k, bytes, ρ);
      const move = addressAt(ROUND + ROUND_MOVES_END);
      putF64(move, unit);
      putAddress(move + MOVE_CELL, addressAt(entry + CELL));
      putAddress(ROUND + ROUND_MOVES_END, move + MOVE);
    }
    const q = x * unit;
    putF64(entry, q);
    if (coupled) squares += q * q;
    for (let k: usize = 0; k < bytes; k += WIDTH) {
      const ω = weight(cell + PAIR + k, bytes, q);
      putLane(at, ω);
      putLane(scores + k, laneAt(scores + k) + (relative ? q * ω : saturated(q * ω)));
      at += WIDTH;
    }
  }
  putF64(SUMS + PAIR, squares);
  putF64(SUMS + 2 * PAIR, fresh);
  putAddress(ROUND + ROUND_END, end);
}

/** Writes the M that move. */
export function moveOutputs(bytes: usize): void {
  const end = addressAt(ROUND + ROUND_MOVES_END);
  for (let move = MOVES; move < end; move += MOVE) {
    const cell = addressAt(move + MOVE_CELL);
    const ρ = f64At(move) / f64At(cell);
    putF64(cell, f64At(move));
    for (let k: usize = 0; k < bytes; k += WIDTH) rescale(cell + PAIR + k, bytes, ρ);
  }
}

/** Updates the features that were played, by the slopes. */
export function updateOutputs(bytes: usize): void {
  const end = addressAt(ROUND + ROUND_END);
  const slopes = SLOPES;
  let at = OMEGAS;
  for (let entry = LIST; entry < end; entry += ENTRY) {
    const q = f64At(entry);
    const cell = addressAt(entry + CELL) + PAIR;
    for (let k: usize = 0; k < bytes; k += WIDTH) {
      update(cell + k, bytes, q, laneAt(slopes + k), laneAt(at));
      at += WIDTH;
    }
  }
}
