// Puts the built library into one file, dist/scinol.js: a hundred small ones take Node five times as long to import.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
await build({
  configFile: false,
  logLevel: "error",
  build: {
    lib: { entry: `${dist}index.js`, formats: ["es"], fileName: () => "scinol.js" },
    outDir: dist,
    emptyOutDir: false,
    minify: false,
    target: "es2022",
  },
});
