import { Column } from "./column";
import { need } from "./need";

/**
 * Puts the next `count` cells of columns into rows that are `step` bytes apart, one column after the other; stops at the
 * first that has something else to be read than doubles, and returns where it is among the columns.
 */
export function gatherDoubles(column: usize, last: usize, count: u32, rows: usize, step: usize): usize {
  for (; column < last; column += offsetof<Column>()) {
    const state = changetype<Column>(column);
    if (state.doubles < count || !need(state, count * 8)) break;
    spreadDoubles(state.start, count, rows + state.cell, step);
    state.start += count * 8;
    state.doubles -= count;
  }
  return column;
}

/** Copies `count` doubles that lie one after the other to where they are `step` bytes apart. */
export function spreadDoubles(from: usize, count: usize, to: usize, step: usize): void {
  const pairs = from + ((count >> 1) << 4);
  while (from < pairs) {
    const pair = v128.load(from);
    v128.store_lane<i64>(to, pair, 0);
    v128.store_lane<i64>(to + step, pair, 1);
    from += 16;
    to += 2 * step;
  }
  if (count & 1) store<u64>(to, load<u64>(from));
}

/** The other way round. */
export function collectDoubles(from: usize, step: usize, count: usize, to: usize): void {
  for (let i: usize = 0; i < count; i++) store<u64>(to + i * 8, load<u64>(from + i * step));
}

/** Whether one of the doubles is infinite. */
export function anyInfinite(from: usize, count: usize): bool {
  const infinity = f64x2.splat(Infinity);
  const pairs = from + ((count >> 1) << 4);
  let found = i64x2.splat(0);
  while (from < pairs) {
    found = v128.or(found, f64x2.eq(f64x2.abs(v128.load(from)), infinity));
    from += 16;
  }
  return v128.any_true(found) || ((count & 1) === 1 && abs(load<f64>(from)) === Infinity);
}
