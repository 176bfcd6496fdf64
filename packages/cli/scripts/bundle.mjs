// Puts the command into bundle/, with the readers and the library: one file that has all that nearly every command needs, and
// the parts that few do beside it. Each thread that it starts is a file of its own. So it starts in two thirds of the time.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const programs = {
  main: path("../dist/main.js"),
  "contest-worker": path("../dist/contest-worker.js"),
  "reading-thread": path("../../data/dist/ahead/reading-thread.js"),
};

rmSync(path("../bundle"), { recursive: true, force: true });
for (const [name, file] of Object.entries(programs)) {
  const bundle = await rolldown({
    input: { [name]: file },
    platform: "node",
    // As the compiler left it: its own bundle may not have been made yet.
    resolve: { alias: { scinol: path("../../scinol/dist/index.js") } },
    // What is large and seldom needed stays where it is.
    external: ["@scinol/lab", "@scinol/server", "@duckdb/node-api"],
    logLevel: "warn",
  });
  await bundle.write({
    dir: path("../bundle"),
    format: "es",
    minify: true,
    chunkFileNames: `${name}-[name].js`,
  });
  await bundle.close();
}
