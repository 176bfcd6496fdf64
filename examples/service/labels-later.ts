// Predictions now, labels when they come: the service remembers what each prediction was made from.
import { client } from "scinol/client";

const orders = client(process.env.SCINOL_SERVICE ?? "http://127.0.0.1:8080").model("returned-orders");
await orders.create({ task: "classification", classes: ["kept", "returned"], ttl: 30 * 86_400 });

// Today: 200 orders are predicted, each under its number.
const placed = Array.from({ length: 200 }, (_, n) => ({
  id: `order-${n}`,
  x: { size: n % 7 === 0 ? "wrong" : "right", euros: 20 + ((n * 31) % 200) },
}));
await orders.predict(placed);

// Weeks later, in any order: what became of them. One was never predicted, and one is told twice.
const outcomes = placed.map(({ id, x }) => ({ id, y: x.size === "wrong" ? "returned" : "kept" })).reverse();
const { learned, results } = await orders.label([...outcomes, { id: "order-999", y: "kept" }, outcomes[0]]);
console.log(
  `${learned} learned; the others: ${results
    .slice(200)
    .map(({ status }) => status)
    .join(", ")}`,
);
// → 200 learned; the others: unknown, duplicate

const { metrics } = await orders.details();
console.log(`${metrics.labels.joined} labels joined, ${metrics.labels.waiting} predictions waiting`);
// → 200 labels joined, 0 predictions waiting

const { label } = await orders.predict({ x: { size: "wrong", euros: 80 } });
console.log(label);
// → returned
