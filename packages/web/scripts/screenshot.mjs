// Makes docs/dashboard.png: a service of its own, a little over two minutes of a living stream, and a picture of the model's
// page. Another file, "dark" and another number of seconds may be given.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog, serve } from "@scinol/server";
import { chromium } from "playwright-core";
import { client } from "scinol/client";
import { clicks } from "./clicks.mjs";

const fromRoot = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const [picture = fromRoot("docs/dashboard.png"), scheme = "light", seconds = "130"] = process.argv.slice(2);

/** Events learned before the page is opened; the world turns while it is looked at. */
const BEFORE = 16_000;
const TURN = BEFORE + 12_000;
const A_SECOND = 250;
const STEPS = 10;

process.env.SCINOL_LOG ??= "warn";
const executablePath = execFileSync(process.execPath, [fromRoot("scripts/chromium.mjs")], {
  encoding: "utf8",
}).trim();
const data = mkdtempSync(join(tmpdir(), "screenshot-"));
const running = await serve({ data, port: 0, host: "127.0.0.1", log: createLog(false) });
await running.recovered;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const model = client(running.address).model("clicks");
  await model.create({ task: "classification", classes: ["ignored", "clicked"] });
  await model.challenge("published", { exact: true });
  await model.challenge("sgd", { rule: "sgd" });
  const stream = clicks(Number.POSITIVE_INFINITY, { turn: TURN });
  await model.learnAll(take(stream, BEFORE));
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, colorScheme: scheme });
  await page.goto(`${running.address}/#/clicks`);
  await page.locator(".figures").waitFor();
  await live(model, stream, Number(seconds));
  const form = page.getByRole("region", { name: "Try a record" });
  await form.getByRole("button", { name: "Latest record" }).click();
  await form.getByRole("button", { name: "Predict" }).click();
  await form.getByText("Because of").waitFor();
  await page.evaluate(() => document.activeElement.blur());
  // Down to the record that was tried; below are tables.
  const { y, height } = await page.locator("main > .grid").boundingBox();
  await page.screenshot({
    path: picture,
    fullPage: true,
    clip: { x: 0, y: 0, width: 1200, height: y + height + 24 },
  });
} finally {
  await browser.close();
  await running.close();
  rmSync(data, { recursive: true });
}

function* take(stream, count) {
  for (let n = 0; n < count; n++) yield stream.next().value;
}

/** Predictions with ids, and their labels when they come: most within a second or two, some never. */
async function live(model, stream, seconds) {
  const waiting = [];
  for (let step = 0; step < seconds * STEPS; step++) {
    const begun = performance.now();
    const asked = [...take(stream, A_SECOND / STEPS)].map(({ x, y }, n) => ({ id: `${step}-${n}`, x, y }));
    await model.predict(asked.map(({ id, x }) => ({ id, x })));
    for (const [n, { id, y }] of asked.entries()) {
      const delay = 4 * -Math.log(1 - ((n * 7919 + step * 104_729) % 1000) / 1001);
      if (n % 25 !== 24) waiting.push({ id, y, due: step + delay * STEPS });
    }
    const due = waiting.filter((one) => one.due <= step);
    for (const one of due) waiting.splice(waiting.indexOf(one), 1);
    if (due.length > 0) await model.label(due.map(({ id, y }) => ({ id, y })));
    await new Promise((resolve) => setTimeout(resolve, 1000 / STEPS - (performance.now() - begun)));
  }
}
