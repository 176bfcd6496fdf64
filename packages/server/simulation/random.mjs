/** Returns a function that draws numbers from 0 to 1, the same ones for the same seed, with a few ways to use it. */
export function random(seed) {
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    draw,
    coin: (chance = 0.5) => draw() < chance,
    below: (end) => Math.floor(draw() * end),
    pick: (array) => array[Math.floor(draw() * array.length)],
  };
}
