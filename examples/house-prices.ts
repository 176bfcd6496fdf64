// House prices: numbers in any unit, categories, dates, missing values; nothing scaled, nothing tuned.
import { mae, progressive, regressor } from "scinol";

// A small town's sales, made up: 2,000 euros a square metre, more by the lake, less for every year of age.
let state = 1;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const sale = () => {
  const area = 40 + 160 * random();
  const age = Math.floor(80 * random());
  const place = ["lake", "centre", "hill"][Math.floor(3 * random())];
  const price = 2000 * area - 800 * age + (place === "lake" ? 60_000 : 0) + 20_000 * (random() - 0.5);
  return { x: { area, age: random() < 0.05 ? null : age, place }, y: price };
};

const prices = regressor();
const sales = Array.from({ length: 3000 }, sale);
const curve = progressive(prices, sales, { error: mae({ window: 500 }) }, { every: 1000 });
for await (const { rounds, values } of curve)
  console.log(rounds, `± ${Math.round(values.error / 1000)} thousand`);
// → 1000 ± 6 thousand
// → 2000 ± 6 thousand
// → 3000 ± 6 thousand

const { weights } = prices.weights();
const perSquareMetre = weights.find(({ name }) => name === "area")!.weight;
console.log(`${Math.round(perSquareMetre / 100) * 100} euros a square metre`);
// → 2000 euros a square metre
