import type { Page } from "playwright-core";
import type { ModelClient } from "scinol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clicks, type Dashboard, dashboard, executablePath } from "./dashboard.ts";

describe.skipIf(executablePath === "")("a model's page", { timeout: 60_000 }, () => {
  let web: Dashboard;
  let model: ModelClient;
  let made = 0;
  beforeAll(async () => {
    web = await dashboard();
  }, 60_000);
  beforeEach(async () => {
    model = web.service.model(`clicks-${++made}`);
    await model.create({ task: "classification", classes: ["ignored", "clicked"], snapshotEvery: 500 });
  });
  afterAll(async () => {
    await web.close();
    expect(web.complaints).toEqual([]);
  });

  const figure = (page: Page, name: string) =>
    page.locator(".figures > div", { hasText: name }).locator(".main").textContent();
  const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

  it("changes while the model learns", async () => {
    const page = await web.open(model.name);
    await expect.poll(() => figure(page, "Events")).toBe("0");
    expect(await figure(page, "Loss")).toBe("–");
    await model.learnAll(clicks(600));
    await expect.poll(() => figure(page, "Events"), { timeout: 10_000 }).toBe("600");
    const { metrics } = await model.details();
    expect(await figure(page, "Loss")).toBe(metrics.total.loss!.toFixed(4));
    expect(await figure(page, "Accuracy")).toBe(`${(100 * metrics.total.accuracy!).toFixed(1)} %`);
    const curve = page.getByRole("img", { name: /^Progressive loss: model 0\.\d{4}$/ });
    await curve.waitFor({ timeout: 10_000 });
    await page.getByRole("img", { name: /^Throughput: learned \d/ }).waitFor();
    await page.getByRole("img", { name: /^Calibration: said \d/ }).waitFor();
    await panel(page, "Weights").getByText("device=phone").waitFor({ timeout: 10_000 });
    await panel(page, "Members").getByText("tracker", { exact: true }).waitFor();
  });

  it("draws the curves, and in the colours of the page", async () => {
    await model.learnAll(clicks(300));
    const page = await web.open(model.name);
    const drawn = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>(".loss canvas")!;
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const wanted = getComputedStyle(canvas).getPropertyValue("--model").trim();
      let same = 0;
      for (let n = 0; n < data.length; n += 4) {
        const hex = [...data.slice(n, n + 3)].map((part) => part.toString(16).padStart(2, "0")).join("");
        if (data[n + 3] === 255 && `#${hex}` === wanted) same++;
      }
      return same;
    });
    expect(drawn).toBeGreaterThan(100);
  });

  it("shows predictions as they are made, with their reasons", async () => {
    await model.learnAll(clicks(300));
    const page = await web.open(model.name);
    const predictions = panel(page, "Latest predictions");
    await predictions.getByText("None since the service was started.").waitFor();
    await model.predict({ x: { price: 12.5, device: "phone", returning: true } });
    const cells = predictions.getByRole("row").nth(1).getByRole("cell");
    await cells.first().waitFor();
    expect(await cells.nth(1).textContent()).toBe("clicked");
    expect(await cells.nth(2).textContent()).toMatch(/^\d\d\.\d %$/);
    expect(await cells.nth(3).textContent()).toMatch(/device [+−]\d/);
    expect(await cells.nth(4).textContent()).toBe("price 12.5, device phone, returning true");
  });

  it("tells how long labels take, and how many are waited for", async () => {
    await model.predict(["a", "b", "c"].map((id) => ({ id, x: { price: 1 } })));
    await model.label({ id: "a", y: "clicked" });
    const page = await web.open(model.name);
    await page.getByRole("img", { name: /^Label delay: median \d.* 99 % \d/ }).waitFor();
    expect(await panel(page, "Label delay").locator("dd").allTextContents()).toEqual(["2", "1", "0", "0"]);
  });

  it("tries a record with a field for every column, as the service would answer it", async () => {
    await model.learnAll(clicks(400));
    const page = await web.open(model.name);
    const form = panel(page, "Try a record");
    await form.getByLabel("price").fill("12.5");
    await form.getByLabel("device").fill("phone");
    await form.getByLabel("returning").selectOption("true");
    await page.keyboard.press("Enter");
    await form.getByRole("button", { name: "Predict" }).click();
    const { label, probabilities, explanation } = await model.predict({
      x: { price: 12.5, device: "phone", returning: true },
      explain: 5,
    });
    await form.getByText("Because of").waitFor();
    expect(await form.locator(".said").textContent()).toBe(label);
    const sure = probabilities!.find((one) => one.label === label)!.probability;
    const shares = await form.locator(".shares li").allTextContents();
    expect(shares[0]).toBe(`${label}${(100 * sure).toFixed(1)} %`);
    const reasons = await form.locator(".bars .name").allTextContents();
    expect(reasons).toEqual(explanation!.contributions.map(({ column }) => column));
    expect((await model.details()).position).toBe(400);
  });

  it("tries a record as JSON, and says what is wrong with it", async () => {
    await model.learnAll(clicks(50));
    const page = await web.open(model.name);
    const form = panel(page, "Try a record");
    await form.getByLabel("price").fill("3");
    await form.getByRole("button", { name: "As JSON" }).click();
    const text = form.getByLabel("Record, as JSON");
    expect(JSON.parse(await text.inputValue())).toEqual({ price: 3 });
    await text.fill('{ "price": ');
    await form.getByRole("button", { name: "Predict" }).click();
    await expect.poll(() => form.getByRole("status").textContent()).toMatch(/JSON/);
  });

  it("adds a challenger, draws its line and promotes it", async () => {
    await model.learnAll(clicks(100));
    const page = await web.open(model.name);
    const challengers = panel(page, "Challengers");
    await challengers.getByLabel("Name").fill("published");
    await challengers.getByRole("button", { name: "Add challenger" }).click();
    await challengers.getByRole("row", { name: /published/ }).waitFor();
    await model.learnAll(clicks(400));
    await page.getByRole("img", { name: /^Progressive loss: model .*, published 0\.\d{4}$/ }).waitFor();
    await challengers.getByRole("button", { name: "Promote published" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Promote" }).click();
    await challengers.getByRole("row", { name: /published/ }).waitFor({ state: "detached" });
    const details = await model.details();
    expect(details.challengers).not.toContain("published");
    expect(details.settings.options).toEqual({ exact: true });
  });

  it("goes back to a snapshot", async () => {
    await model.learnAll(clicks(1200), { pieceOf: 100 });
    await expect.poll(async () => (await model.snapshots()).length).toBeGreaterThan(1);
    const page = await web.open(model.name);
    const [, { position }] = await model.snapshots();
    const told = position.toLocaleString("en");
    await page.getByRole("button", { name: `Roll back to event ${told}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect((await model.details()).rounds).toBe(position);
  });

  it("asks before it does, closes on Escape and gives the focus back", async () => {
    await model.challenge("published", { exact: true });
    const page = await web.open(model.name);
    const promote = page.getByRole("button", { name: "Promote published" });
    await promote.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Promote published?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await promote.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await model.details()).challengers).toEqual(["published"]);
  });

  it("finds its way back when the service was away", async () => {
    await model.learnAll(clicks(30));
    const page = await web.open(model.name);
    const state = page.locator(".state");
    await expect.poll(() => state.textContent()).toBe("Live");
    const away = web.restart(4000);
    await expect.poll(() => state.textContent(), { timeout: 10_000 }).toMatch(/^Connection lost/);
    await away;
    await expect.poll(() => state.textContent(), { timeout: 10_000 }).toBe("Live");
    await model.learnAll(clicks(30));
    await expect.poll(() => figure(page, "Events"), { timeout: 10_000 }).toBe("60");
    // The browser writes every connection that failed on its console.
    for (const complaint of web.complaints.splice(0)) expect(complaint).toMatch(/ERR_|503/);
  });

  it("hands the model out as a file", async () => {
    await model.learnAll(clicks(20));
    const page = await web.open(model.name);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${model.name}.scinol`);
  });

  it("takes names for names, whatever they look like", async () => {
    const name = '<img src="x" onerror="document.title = 1">';
    await model.learn([
      { x: { [name]: 1 }, y: "ignored" },
      { x: { [name]: 2 }, y: "clicked" },
    ]);
    await model.predict({ x: { [name]: 2 } });
    const page = await web.open(model.name);
    await panel(page, "Weights").getByText(name).waitFor();
    await panel(page, "Latest predictions").getByText(name).first().waitFor();
    expect(await page.locator("img").count()).toBe(0);
  });

  it("of a regression tells errors and values", async () => {
    const prices = web.service.model("prices");
    await prices.create({ task: "regression" });
    await prices.learn(Array.from({ length: 100 }, (_, n) => ({ x: { area: n }, y: 2000 * n })));
    const page = await web.open("prices");
    const { metrics } = await prices.details();
    expect(await figure(page, "Mean error")).toBe(Math.round(metrics.total.mae!).toLocaleString("en"));
    expect(await panel(page, "Calibration").count()).toBe(0);
    const form = panel(page, "Try a record");
    await form.getByLabel("area").fill("50");
    await form.getByRole("button", { name: "Predict" }).click();
    await expect.poll(() => form.locator(".said").textContent()).toMatch(/^\d+,\d{3}$/);
  });
});
