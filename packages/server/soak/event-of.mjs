/** An example of its own for every number, the same each time. */
export function eventOf(number) {
  const draw = Math.imul(number ^ (number >>> 15), 2654435761) >>> 0;
  const x = { n: (draw % 1000) / 7, size: 1e6 * ((draw >>> 10) % 97), kind: `kind ${draw % 11}`, day: null };
  if (draw % 13 === 0) x[`rare ${draw % 5}`] = true;
  return { x, y: (draw % 1000) / 1000 + ((draw >>> 10) % 97) / 97 > 1 ? "high" : "low" };
}
