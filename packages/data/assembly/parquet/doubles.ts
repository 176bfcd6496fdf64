import { after, Column } from "./column";

/** Whether an infinite number was met since the host last said no. */
export let metInfinite: bool = false;

/** Copies `count` doubles that lie one after the other to where they are `step` bytes apart. */
export function spreadDoubles(from: usize, count: usize, to: usize, step: usize): void {
  let largest = f64x2.splat(0);
  const pairs = from + ((count >> 1) << 4);
  while (from < pairs) {
    const pair = v128.load(from);
    v128.store_lane<i64>(to, pair, 0);
    v128.store_lane<i64>(to + step, pair, 1);
    largest = larger(largest, pair);
    from += 16;
    to += 2 * step;
  }
  if (count & 1) {
    store<u64>(to, load<u64>(from));
    lookAt(to, 1, 8);
  }
  conclude(largest);
}

/** The same for four columns at a time, for then whole vectors can be written. They lie beside one another in rows. */
export function spreadFour(column: Column, count: usize, to: usize, step: usize): void {
  let a: usize = column.start;
  const b: usize = <usize>after(column, 1).start - a;
  const c: usize = <usize>after(column, 2).start - a;
  const d: usize = <usize>after(column, 3).start - a;
  let largest = f64x2.splat(0);
  const pairs = a + ((count >> 1) << 4);
  while (a < pairs) {
    const inA = v128.load(a);
    const inB = v128.load(a + b);
    const inC = v128.load(a + c);
    const inD = v128.load(a + d);
    v128.store(to, v128.shuffle<u64>(inA, inB, 0, 2));
    v128.store(to, v128.shuffle<u64>(inC, inD, 0, 2), 16);
    v128.store(to + step, v128.shuffle<u64>(inA, inB, 1, 3));
    v128.store(to + step, v128.shuffle<u64>(inC, inD, 1, 3), 16);
    largest = larger(larger(larger(larger(largest, inA), inB), inC), inD);
    a += 16;
    to += 2 * step;
  }
  if (count & 1) {
    store<u64>(to, load<u64>(a));
    store<u64>(to, load<u64>(a + b), 8);
    store<u64>(to, load<u64>(a + c), 16);
    store<u64>(to, load<u64>(a + d), 24);
    lookAt(to, 4, 8);
  }
  conclude(largest);
}

/** Looks for infinite numbers among `count` that are `step` bytes apart. */
export function lookAt(from: usize, count: usize, step: usize): void {
  let largest = f64x2.splat(0);
  for (let i: usize = 0; i < count; i++) largest = larger(largest, v128.load64_zero(from + i * step));
  conclude(largest);
}

/** The larger of each two, of what is missing (NaN) the other. */
@inline
function larger(largest: v128, pair: v128): v128 {
  return f64x2.pmax(largest, f64x2.abs(pair));
}

function conclude(largest: v128): void {
  if (v128.any_true(f64x2.eq(largest, f64x2.splat(Infinity)))) metInfinite = true;
}
