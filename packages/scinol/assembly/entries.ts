/* The entries of a row: values that are not zero, and where their features are, which lie `stride` bytes apart. */

import { SMALLEST } from "./bounds";
import { SIZE } from "./sizes";

/** In memory, as an engine makes a vector of a number that it knows anew each time it is used. */
const LEAST: usize = memory.data<f64>([SMALLEST]);

/** Which of four bits are set: of 0b1010 the bits 1 and 3. */
const SET_BITS: usize = memory.data<i32>([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 1, 2, 0, 0, 0, 1, 2, 0, 3, 0, 0, 0, 0, 3, 0,
  0, 1, 3, 0, 0, 0, 1, 3, 0, 2, 3, 0, 0, 0, 2, 3, 0, 1, 2, 3, 0, 0, 1, 2, 3,
]);

/**
 * Notes which values are not zero, where their features are, and how many there are by then: four values at a time
 * without a jump, since nobody could foresee which they are. What comes behind the last, three at most, nobody reads.
 */
export function takeDense(
  columns: i32,
  row: usize,
  first: usize,
  stride: usize,
  places: usize,
  shares: usize,
  start: i32,
): i32 {
  const sizes = v128.load_splat<u64>(SIZE);
  const smallest = v128.load_splat<f64>(LEAST);
  let count = start;
  let column = i32x4.splat(0);
  let i = 0;
  for (; i + 3 < columns; i += 4) {
    const at = row + ((<usize>i) << 3);
    const low = f64x2.ge(v128.and(v128.load(at), sizes), smallest);
    const high = f64x2.ge(v128.and(v128.load(at, 16), sizes), smallest);
    const set = i32x4.bitmask(v128.shuffle<i32>(low, high, 0, 2, 4, 6));
    v128.store(places + ((<usize>count) << 2), i32x4.add(v128.load(SET_BITS + ((<usize>set) << 4)), column));
    column = i32x4.add(column, i32x4.splat(4));
    count += popcnt(set);
  }
  for (; i < columns; i++) {
    store<i32>(places + ((<usize>count) << 2), i);
    count += i32(Math.abs(load<f64>(row + ((<usize>i) << 3))) >= SMALLEST);
  }
  v128.store(places + ((<usize>count) << 2), i32x4.splat(0));
  for (let n = start; n < count; n += 4) {
    const at = places + ((<usize>n) << 2);
    const share = shares + ((<usize>n) << 3);
    store<f64>(share, load<f64>(row + ((<usize>load<i32>(at)) << 3)));
    store<f64>(share, load<f64>(row + ((<usize>load<i32>(at, 4)) << 3)), 8);
    store<f64>(share, load<f64>(row + ((<usize>load<i32>(at, 8)) << 3)), 16);
    store<f64>(share, load<f64>(row + ((<usize>load<i32>(at, 12)) << 3)), 24);
    v128.store(at, i32x4.add(i32x4.mul(v128.load(at), i32x4.splat(<i32>stride)), i32x4.splat(<i32>first)));
  }
  return count;
}

export function takeSparse(
  from: i32,
  to: i32,
  indices: usize,
  values: usize,
  first: usize,
  stride: usize,
  places: usize,
  shares: usize,
  count: i32,
): i32 {
  for (let n = from; n < to; n++) {
    const value = load<f64>(values + ((<usize>n) << 3));
    const place = first + (<usize>load<i32>(indices + ((<usize>n) << 2))) * stride;
    store<i32>(places + ((<usize>count) << 2), <i32>place);
    store<f64>(shares + ((<usize>count) << 3), value);
    count += i32(Math.abs(value) >= SMALLEST);
  }
  return count;
}
