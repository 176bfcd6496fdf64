/** Whether all values of the last survey were 0 or 1, and whether all were whole numbers. */
export let allBinary: bool = false;
export let allWhole: bool = false;

/** A slot of the table that is free; no value is NaN. */
const free: f64 = NaN;

/** Counts the different values among `count` cells that are `step` bytes apart, in a table of 2^bits slots, more than cells. */
export function survey(from: usize, step: usize, count: u32, table: usize, bits: u32): u32 {
  const mask: u32 = (1 << bits) - 1;
  for (let slot: u32 = 0; slot <= mask; slot++) store<f64>(table + slot * 8, free);
  allBinary = true;
  allWhole = true;
  let different: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    // −0 is 0.
    const value = load<f64>(from + i * step) + 0;
    if (isNaN(value)) continue;
    allBinary = allBinary && (value === 0 || value === 1);
    allWhole = allWhole && trunc(value) === value && abs(value) !== Infinity;
    let slot = <u32>((reinterpret<u64>(value) * 0x9e3779b97f4a7c15) >> (64 - bits));
    for (; ; slot = (slot + 1) & mask) {
      const there = load<f64>(table + slot * 8);
      if (there === value) break;
      if (isNaN(there)) {
        store<f64>(table + slot * 8, value);
        different++;
        break;
      }
    }
  }
  return different;
}
