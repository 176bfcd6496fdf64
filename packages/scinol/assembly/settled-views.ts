/*
 * The two views of numeric columns all of which have had as many values as their statistics look back over: what views.ts
 * does, to the same bits, with nothing to ask of how many there were. For as long as rows are learned from, the statistics of
 * the columns lie side by side, all m, then all m′, then all a, and how many values there were is added up at the end.
 */

import { constant, LARGEST, LOGARITHMS, LOWEST, NONE, NOTHING, ONE, SETTLED_PACE, SIGN } from "./views";
import { takeLogarithms, TINY, TOGETHER } from "./views";

/** As many values as statistics look back over. */
const HORIZON: f64 = 1000;

/** Bytes of one statistic of so many columns, made even. */
@inline
function lengthOf(count: i32): usize {
  return (<usize>((count + 1) & ~1)) << 3;
}

/** Whether the next value of any of the columns finds so many before it that it counts as one of `HORIZON`. */
export function areSettled(count: i32, statistics: usize): bool {
  for (let n = 0; n < count; n++, statistics += 32) if (load<f64>(statistics) < HORIZON - 1) return false;
  return true;
}

/** Lays the statistics of columns side by side, 24 bytes each, made even; where the room after them begins. */
export function layOut(count: i32, statistics: usize, room: usize): usize {
  const length = lengthOf(count);
  const end = room + 3 * length;
  memory.fill(room, 0, 3 * length);
  for (let n = 0; n < count; n++, statistics += 32, room += 8) {
    store<f64>(room, load<f64>(statistics, 8));
    store<f64>(room + length, load<f64>(statistics, 16));
    store<f64>(room + 2 * length, load<f64>(statistics, 24));
  }
  return end;
}

/** Puts them back, after so many rows; where the room after them begins. */
export function putBack(count: i32, room: usize, statistics: usize, rows: i32): usize {
  const length = lengthOf(count);
  const end = room + 3 * length;
  for (let n = 0; n < count; n++, statistics += 32, room += 8) {
    store<f64>(statistics, load<f64>(statistics) + <f64>rows);
    store<f64>(statistics, load<f64>(room), 8);
    store<f64>(statistics, load<f64>(room + length), 16);
    store<f64>(statistics, load<f64>(room + 2 * length), 24);
  }
  return end;
}

/** Works out the views of a row's values at `x`, level and bend of each into `views`, and moves the statistics, as `layOut`. */
export function seeSettled(count: i32, x: usize, room: usize, views: usize): usize {
  const length = lengthOf(count);
  const end = room + 3 * length;
  for (; count > TOGETHER; count -= TOGETHER) {
    seeSome(TOGETHER, x, room, length, views);
    x += <usize>TOGETHER << 3;
    room += <usize>TOGETHER << 3;
    views += <usize>TOGETHER << 4;
  }
  seeSome(count, x, room, length, views);
  return end;
}

/**
 * The same for as many as are worked out together. Where their number is odd, the last one's neighbour is whatever lies behind
 * it, and so is what comes of that: it is written where something else will be, or nobody looks.
 */
function seeSome(count: i32, x: usize, room: usize, length: usize, views: usize): void {
  noteLogarithms(count, x, room, length);
  const pace = constant(SETTLED_PACE);
  const one = constant(ONE);
  const none = constant(NONE);
  const signs = constant(SIGN);
  const stay = f64x2.sub(one, pace);
  const nothing = constant(NOTHING);
  const tiny = constant(TINY);
  let log = LOGARITHMS;
  for (let n = 0; n < count; n += 2, x += 16, room += 16, views += 32) {
    const value = v128.load(x);
    const mean = v128.load(room);
    const centre = v128.load(room + length);
    const a = v128.load(room + 2 * length);
    const straight = f64x2.sub(value, centre);
    const size = v128.andnot(straight, signs);
    const isBent = v128.and(f64x2.gt(size, a), f64x2.gt(a, none));
    const bent = <usize>i64x2.bitmask(isBent);
    const second = log + ((bent & 1) << 3);
    const logs = v128.load64_lane(second, v128.load64_zero(log), 1);
    log = second + ((bent >> 1) << 3);
    const distance = v128.bitselect(f64x2.mul(a, f64x2.add(one, logs)), size, isBent);
    const delta = v128.or(distance, v128.and(straight, signs));

    const m = f64x2.add(mean, f64x2.mul(f64x2.sub(value, mean), pace));
    const spread = f64x2.add(a, f64x2.mul(f64x2.sub(distance, a), pace));
    v128.store(room, m);
    v128.store(room + length, f64x2.add(centre, f64x2.mul(delta, pace)));
    v128.store(room + 2 * length, spread);

    const least = f64x2.mul(nothing, spread);
    const deviation = f64x2.sub(value, m);
    const level = v128.and(deviation, f64x2.gt(v128.andnot(deviation, signs), f64x2.pmax(least, tiny)));
    // Never so near to zero that it would be zero: it is a part of the spread, which is more than nothing.
    const bend = v128.and(
      f64x2.div(f64x2.mul(delta, stay), spread),
      v128.and(f64x2.gt(distance, least), f64x2.gt(spread, none)),
    );
    const bounded = f64x2.pmin(constant(LARGEST), f64x2.pmax(constant(LOWEST), level));
    v128.store(views, v128.shuffle<f64>(bounded, bend, 0, 2));
    v128.store(views, v128.shuffle<f64>(bounded, bend, 1, 3), 16);
  }
}

/** Takes the logarithms of how far beyond a values are, of those that are. */
function noteLogarithms(count: i32, x: usize, room: usize, length: usize): void {
  const none = constant(NONE);
  const largest = constant(LARGEST);
  const signs = constant(SIGN);
  let end = LOGARITHMS;
  for (let n = 0; n < count; n += 2, x += 16, room += 16) {
    const a = v128.load(room + 2 * length);
    const size = v128.andnot(f64x2.sub(v128.load(x), v128.load(room + length)), signs);
    const bent = <usize>i64x2.bitmask(v128.and(f64x2.gt(size, a), f64x2.gt(a, none)));
    const ratio = f64x2.pmin(largest, f64x2.div(size, a));
    v128.store64_lane(end, ratio, 0);
    end += (bent & 1) << 3;
    v128.store64_lane(end, ratio, 1);
    end += (bent >> 1) << 3;
  }
  takeLogarithms(end);
}
