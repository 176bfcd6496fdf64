// A model in a service, from nothing to a prediction. Start one with `npx scinol serve`.
import { client } from "scinol/client";

const clicks = client(process.env.SCINOL_SERVICE ?? "http://127.0.0.1:8080").model("first-clicks");
await clicks.create({ task: "classification", classes: ["ignored", "clicked"] });

const visits = Array.from({ length: 300 }, (_, n) => ({
  x: { price: 5 + ((n * 37) % 90), device: n % 3 === 0 ? "phone" : "desk" },
  y: (n * 37) % 90 < 40 && n % 3 === 0 ? "clicked" : "ignored",
}));
const { learned, loss } = await clicks.learn(visits);
console.log(`learned from ${learned}, at a loss of ${loss!.toFixed(3)} each`);
// → learned from 300, at a loss of 0.082 each

const { label, explanation } = await clicks.predict({ x: { price: 12, device: "phone" }, explain: 1 });
console.log(`${label}, because of the ${explanation!.contributions[0].column}`);
// → clicked, because of the price
