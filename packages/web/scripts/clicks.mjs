/**
 * Made-up clicks, the same ones every time: they depend on the price, the device, the country and on whether somebody came
 * back. From the turn on, a higher price no longer puts people off but draws them.
 *
 * @param {number} count
 * @param {{ turn?: number, seed?: number }} [options]
 */
export function* clicks(count, { turn = Number.POSITIVE_INFINITY, seed = 1 } = {}) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const oneOf = (...things) => things[Math.floor(things.length * random())];
  for (let n = 0; n < count; n++) {
    const price = Math.round(9500 * random() + 500) / 100;
    const device = oneOf("phone", "desk", "tablet");
    const country = oneOf("DE", "FR", "IT", "NL", "PL");
    const returning = random() < 0.4;
    const pull = (n < turn ? 40 - price : price - 60) / 20;
    const score = pull + (device === "phone" ? 1 : -1) + (country === "NL" ? 1.2 : 0) + (returning ? 1 : -1);
    const y = random() < 1 / (1 + Math.exp(-score)) ? "clicked" : "ignored";
    yield { x: { price, device, country, returning }, y };
  }
}
