// Events from a seed: so many columns, four of five numbers in units of their own, the rest categories.

/** The same numbers for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function events(count, columns, seed = 1) {
  const draw = random(seed);
  return Array.from({ length: count }, () => {
    const x = {};
    let sum = 0;
    for (let c = 0; c < columns; c++) {
      if (c % 5 === 4) x[`kind${c}`] = `value ${Math.floor(20 * draw())}`;
      else {
        const value = draw() - 0.5;
        x[`number${c}`] = Number((value * 10 ** ((c % 7) - 3)).toPrecision(6));
        if (c % 3 === 0) sum += value;
      }
    }
    return { x, y: sum + 0.2 * (draw() - 0.5) > 0 ? "yes" : "no" };
  });
}
