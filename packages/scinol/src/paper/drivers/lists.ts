import { addressAt, f64At, i32At, PAIR, putAddress, putF64, putI32, WIDTH } from "../../core/memory.ts";
import {
  BLANK,
  CELL,
  CELLS,
  COLUMNS,
  ENTRY,
  FEATURE_BYTES,
  FEATURES,
  HAS_CONSTANT,
  INDICES,
  LARGEST,
  LEAST,
  OFFSETS,
  OUTPUTS,
  ROUND_FETCHED,
  ROUND_IS_WRONG,
  ROWS,
  SCRATCH,
  SLOT_BYTES,
  VALUES,
} from "./layout.ts";
import { arrange, EDGES, LIST, ROUND, XS } from "./scratch.ts";

/* What a row becomes before it is played: pairs of features, or entries, with the addresses of their cells. */

/** Arranges the scratch for a block, and writes what its rows have in common; a cell has so many slots. */
export function startBlock(model: usize, block: usize, slots: usize): void {
  const columns = addressAt(block + COLUMNS);
  arrange(addressAt(block + SCRATCH), columns, addressAt(model + SLOT_BYTES), slots);
  if (addressAt(model + OUTPUTS) > 1) return;
  putF64(EDGES, 1);
  putF64(EDGES + 8, 0);
  putF64(EDGES + 24, 0);
  if (addressAt(block + OFFSETS) !== 0) return;
  let entry = LIST + CELL;
  if (addressAt(model + HAS_CONSTANT) !== 0) {
    putAddress(entry, addressAt(model + CELLS));
    entry += ENTRY;
  }
  for (let pair: usize = 0; pair << 1 < columns; pair++) {
    putAddress(entry, pairAt(model, pair));
    entry += ENTRY;
  }
}

/** The address of a pair of features. */
function pairAt(model: usize, pair: usize): usize {
  const has = pair << 1 < addressAt(model + FEATURES);
  return has
    ? addressAt(model + CELLS) + (pair + 1) * addressAt(model + FEATURE_BYTES)
    : addressAt(model + BLANK);
}

/** Writes a row of indices and values as pairs; returns the end of their entries. */
export function pairsOf(model: usize, block: usize, row: usize): usize {
  const offsets = addressAt(block + OFFSETS) + 4 * row;
  const indices = addressAt(block + INDICES);
  const values = addressAt(block + VALUES);
  const to = addressAt(offsets + 4);
  let at = XS;
  let entry = LIST;
  if (addressAt(model + HAS_CONSTANT) !== 0) {
    putF64(at, 1);
    putF64(at + 8, 0);
    putAddress(entry + CELL, addressAt(model + CELLS));
    entry += ENTRY;
    at += PAIR;
  }
  let last = -1;
  for (let n = addressAt(offsets); n < to; n++) {
    const index = i32At(indices + 4 * n);
    if (index >> 1 !== last) {
      last = index >> 1;
      putF64(at, 0);
      putF64(at + 8, 0);
      putAddress(entry + CELL, pairAt(model, last as usize));
      entry += ENTRY;
      at += PAIR;
    }
    putF64(at - PAIR + 8 * ((index & 1) as usize), f64At(values + 8 * n));
  }
  return entry;
}

/** Writes a row as entries for `playOutputs`, without those that are zero if the rule is lazy; returns their end. */
export function entriesOf(model: usize, block: usize, row: usize, lazy: bool): usize {
  const offsets = addressAt(block + OFFSETS);
  const columns = addressAt(block + COLUMNS);
  const values = addressAt(block + VALUES);
  const indices = addressAt(block + INDICES);
  const features = addressAt(model + FEATURES);
  const bytes = addressAt(model + FEATURE_BYTES);
  const cells = addressAt(model + CELLS);
  let entry = LIST;
  if (addressAt(model + HAS_CONSTANT) !== 0) {
    putF64(entry, 1);
    putAddress(entry + CELL, cells);
    entry += ENTRY;
  }
  const from = offsets === 0 ? row * columns : addressAt(offsets + 4 * row);
  const to = offsets === 0 ? from + columns : addressAt(offsets + 4 * row + 4);
  // Which are there is found first, without a jump that depends on it.
  const least = lazy ? LEAST : -1;
  let found = XS;
  for (let n = from; n < to; n++) {
    putAddress(found, n);
    found += Math.abs(f64At(values + 8 * n)) < least ? 0 : 4;
  }
  for (let at = XS; at < found; at += 4) {
    const n = addressAt(at);
    const x = f64At(values + 8 * n);
    const size = Math.abs(x);
    if (!(size <= LARGEST)) putAddress(ROUND + ROUND_IS_WRONG, 1);
    const index = offsets === 0 ? n - from : addressAt(indices + 4 * n);
    putF64(entry, size < LEAST ? 0 : x);
    putAddress(entry + CELL, index < features ? cells + (index + 1) * bytes : addressAt(model + BLANK));
    entry += ENTRY;
  }
  return entry;
}

/** Fetches the cells of a row of indices and values into the cache. */
export function fetch(model: usize, block: usize, row: usize): void {
  const offsets = addressAt(block + OFFSETS);
  if (WIDTH < PAIR || offsets === 0 || row >= addressAt(block + ROWS)) return;
  const shift = addressAt(model + OUTPUTS) === 1 ? 1 : 0;
  const cells = addressAt(model + CELLS);
  const indices = addressAt(block + INDICES);
  const stride = addressAt(model + FEATURE_BYTES);
  const to = addressAt(offsets + 4 * row + 4);
  let seen = 0;
  for (let n = addressAt(offsets + 4 * row); n < to; n++) {
    const index = addressAt(indices + 4 * n);
    seen |= i32At(cells + ((index >> shift) + 1) * stride);
  }
  // Written, so that the loads are not left out.
  putI32(ROUND + ROUND_FETCHED, seen);
}
