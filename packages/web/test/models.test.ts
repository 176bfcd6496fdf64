import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clicks, type Dashboard, dashboard, executablePath } from "./dashboard.ts";

describe.skipIf(executablePath === "")("the list of models", { timeout: 60_000 }, () => {
  let web: Dashboard;
  beforeAll(async () => {
    web = await dashboard();
  }, 60_000);
  afterAll(async () => {
    await web.close();
    expect(web.complaints).toEqual([]);
  });

  it("says how to make the first model when there is none", async () => {
    const page = await web.open();
    await page.getByRole("heading", { name: "There is no model yet" }).waitFor();
    expect(await page.locator("pre").textContent()).toContain(`curl -X PUT ${web.address}/v1/models/clicks`);
  });

  it("makes a model with the form, and goes to its page", async () => {
    const page = await web.open();
    await page.getByLabel("Name").fill("clicks");
    await page.getByLabel("Classes").fill("ignored, clicked");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "clicks" }).waitFor();
    expect(await page.title()).toBe("clicks · scinol");
    const { settings } = await web.service.model("clicks").details();
    expect(settings).toMatchObject({ task: "classification", classes: ["ignored", "clicked"] });
  });

  it("says why a model cannot be made", async () => {
    const page = await web.open();
    await page.getByText("Create a model").click();
    await page.getByLabel("Name").fill("clicks");
    await page.getByLabel("A number").check();
    await page.getByRole("button", { name: "Create" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/clicks/);
    // The browser writes every refused answer on its console, as it should.
    expect(web.complaints.splice(0)).toEqual([expect.stringContaining("409")]);
  });

  it("tells of each what it is and how it does, and keeps up", async () => {
    const page = await web.open();
    const row = page.getByRole("row", { name: /clicks/ });
    expect(await row.getByRole("cell").allTextContents()).toEqual([
      "classification",
      "0",
      "–",
      "–",
      expect.any(String),
    ]);
    await web.service.model("clicks").learnAll(clicks(200));
    await expect.poll(() => row.getByRole("cell").nth(1).textContent(), { timeout: 10_000 }).toBe("200");
    const { loss } = await web.service.model("clicks").details();
    expect(await row.getByRole("cell").nth(2).textContent()).toBe(loss.toFixed(4));
  });

  it("leads to a model by keyboard alone, and back", async () => {
    const page = await web.open();
    const link = page.getByRole("link", { name: "clicks" });
    await link.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (let n = 0; n < 10 && (await focused()) !== "clicks"; n++) await page.keyboard.press("Tab");
    expect(await link.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe("2px");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "clicks" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Models" }).waitFor();
  });

  it("says when there is no model of a name", async () => {
    const page = await web.open("nothing");
    expect(await page.getByRole("alert").textContent()).toMatch(/nothing/);
    for (const complaint of web.complaints.splice(0)) expect(complaint).toContain("404");
  });
});

describe.skipIf(executablePath === "")("a service with tokens", { timeout: 60_000 }, () => {
  const token = "correct-horse-battery-staple";
  let web: Dashboard;
  beforeAll(async () => {
    web = await dashboard(token);
    await web.service.model("clicks").create({ task: "classification" });
  }, 60_000);
  afterAll(() => web.close());

  it("is asked for one, again while it is wrong, and not again in the same tab", async () => {
    const page = await web.open("clicks");
    const field = page.getByLabel("API token");
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill("not-the-token-at-all");
    await page.keyboard.press("Enter");
    await page.getByText("the token is not known").waitFor();
    await page.getByLabel("API token").fill(token);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "clicks" }).waitFor();
    await page.getByText("Live").waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "clicks" }).waitFor();
    expect(new Set(web.complaints)).toEqual(new Set([expect.stringContaining("401")]));
  });
});
