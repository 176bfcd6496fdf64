// In the browser: fetches the server's model, goes on learning from what happens here, and hands it back.
import { load } from "/scinol/index.js";

const model = load(new Uint8Array(await (await fetch("/model")).arrayBuffer()));
const { rounds } = model.progress;

for (let minute = 0; minute < 60; minute++) {
  model.learn({ minute, device: "phone" }, minute % 10 < 3 ? "clicked" : "ignored");
}

const { label, probabilities } = model.predict({ minute: 11, device: "phone" });
document.querySelector("#said").textContent =
  `learned ${rounds} rounds on the server and ${model.progress.rounds - rounds} here; ` +
  `a click now: ${probabilities.get("clicked").toFixed(2)}, so ${label}`;

await fetch("/model", { method: "PUT", body: model.save() });
document.title = "handed back";
