import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { load } from "scinol";
import { expect, it } from "vitest";
import { start } from "./server.js";

it("a server's model goes on in the browser, to the bit", { timeout: 120_000 }, async ({ skip }) => {
  const script = fileURLToPath(new URL("../../scripts/chromium.mjs", import.meta.url));
  const executablePath = execFileSync(process.execPath, [script], { encoding: "utf8" }).trim();
  if (executablePath === "") return skip("no Chromium");
  const server = await start();
  const here = load(server.model().save());
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.waitForFunction("document.title === 'handed back'");
    expect(await page.textContent("#said")).toBe(
      "learned 1000 rounds on the server and 60 here; a click now: 0.23, so ignored",
    );
    for (let minute = 0; minute < 60; minute++) {
      here.learn({ minute, device: "phone" }, (minute % 10 < 3 ? "clicked" : "ignored") as never);
    }
    expect(server.model().save()).toEqual(here.save());
  } finally {
    await browser.close();
    server.close();
  }
});
