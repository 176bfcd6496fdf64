import { defineConfig } from "vitest/config";
import { documentation } from "./docs/test/blocks.ts";

/** How often what is tested by chance is tried; see the tests that ask for it. */
const trials = Number(process.env.SCINOL_FUZZ ?? 100);

export default defineConfig({
  plugins: [documentation()],
  test: {
    include: ["packages/*/test/**/*.test.ts", "docs/test/**/*.test.ts", "examples/**/*.test.ts"],
    testTimeout: 30_000 * Math.max(1, trials / 100),
    // Some start a service or a browser, on machines that have other things to do.
    hookTimeout: 60_000,
    // Types are part of the specification: the tests named *.test-d.ts are compiled, not run.
    typecheck: {
      enabled: true,
      include: ["packages/*/test/**/*.test-d.ts"],
      tsconfig: "packages/scinol/test/tsconfig.json",
    },
  },
});
