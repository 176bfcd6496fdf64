// Puts the command, and the readers with it, into a few files, bundle/: it starts in three quarters of the time. The threads
// it starts are files of their own, beside it.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const room = fileURLToPath(new URL("..", import.meta.url));
const bundle = await rolldown({
  input: {
    main: `${room}dist/main.js`,
    "contest-worker": `${room}dist/contest-worker.js`,
    "reading-thread": fileURLToPath(new URL("../../data/dist/ahead/reading-thread.js", import.meta.url)),
  },
  platform: "node",
  // What is large and seldom needed stays apart, and so does the library, which is a file already.
  external: ["scinol", "@scinol/lab", "@scinol/server", "@duckdb/node-api"],
  logLevel: "warn",
});
await bundle.write({ dir: `${room}bundle`, format: "es", cleanDir: true, chunkFileNames: "[name].js" });
await bundle.close();
