// The same numbers in a browser: the built library on a page, measured there by the clock on the wall.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = new URL("../", import.meta.url);
const pages = {
  "/": `<!doctype html><title>bench</title>
    <script type="importmap">{ "imports": { "scinol": "/packages/scinol/dist/index.js" } }</script>`,
  "/page.mjs": `import { cases, interleave, ourRunners } from "/bench/ways.mjs";
    const nanoseconds = () => 1e6 * performance.now();
    export function measure(name, repetitions) {
      const stream = cases[name].make();
      const best = interleave(ourRunners(stream, nanoseconds), repetitions);
      return Object.entries(best).map(([way, found]) => ({ case: name, way, nsPerExample: found.nanoseconds }));
    }
    export const names = Object.keys(cases);`,
};

/** Answers undefined where there is no Chromium. */
export async function inChromium({ repetitions = 5 } = {}) {
  const script = fileURLToPath(new URL("scripts/chromium.mjs", root));
  const executablePath = execFileSync(process.execPath, [script], { encoding: "utf8" }).trim();
  if (executablePath === "") return undefined;
  const server = createServer(answer);
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const names = await page.evaluate("import('/page.mjs').then(({ names }) => names)");
    const results = [];
    for (const name of names) {
      const call = `measure(${JSON.stringify(name)}, ${repetitions})`;
      results.push(...(await page.evaluate(`import('/page.mjs').then(({ measure }) => ${call})`)));
    }
    return { version: browser.version(), results };
  } finally {
    await browser.close();
    server.close();
  }
}

function answer({ url }, response) {
  response.setHeader("content-type", url === "/" ? "text/html" : "text/javascript");
  if (pages[url] !== undefined) response.end(pages[url]);
  else if (/^\/(bench|packages\/scinol\/dist)\/[\w./-]+\.m?js$/.test(url)) {
    response.end(readFileSync(new URL(url.slice(1), root)));
  } else response.writeHead(404).end();
}
