import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog, serve, Tokens } from "@scinol/server";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type Client, client } from "scinol/client";

export { clicks } from "../scripts/clicks.mjs";

/** Where Chromium is; empty where there is none, and then the tests that need it are skipped. */
export const executablePath = execFileSync(
  process.execPath,
  [fileURLToPath(new URL("../../../scripts/chromium.mjs", import.meta.url))],
  { encoding: "utf8" },
).trim();

/** A service with nothing in it, a browser, and what the pages complained of. */
export interface Dashboard {
  readonly address: string;
  readonly service: Client;
  /** Errors on the console, exceptions, violations of the Content-Security-Policy, of all pages so far. */
  readonly complaints: string[];
  /** Ends the service, and starts it again in the same place after a while. */
  restart(after: number): Promise<void>;
  /** The page of a model, or the list. */
  open(model?: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function dashboard(token?: string): Promise<Dashboard> {
  process.env.SCINOL_LOG = "warn";
  const data = mkdtempSync(join(tmpdir(), "dashboard-"));
  const tokens = token === undefined ? {} : { tokens: Tokens.parse(`admin ${token}`, "tokens") };
  const start = async (port: number) => {
    const running = await serve({ data, port, host: "127.0.0.1", log: createLog(false), ...tokens });
    await running.recovered;
    return running;
  };
  let running = await start(0);
  const { address } = running;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const complaints: string[] = [];
  return {
    address,
    service: client(address, token === undefined ? {} : { token }),
    complaints,
    async restart(after) {
      await running.close();
      await new Promise((resolve) => setTimeout(resolve, after));
      running = await start(Number(new URL(address).port));
    },
    open: (model, options) => open(browser, `${address}/#/${model ?? ""}`, complaints, options),
    async close() {
      await browser.close();
      await running.close();
      rmSync(data, { recursive: true });
    },
  };
}

async function open(
  browser: Browser,
  address: string,
  complaints: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`refused by the policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  await page.goto(address);
  await page.locator("h1").waitFor();
  return page;
}
