import { defineConfig } from "vitest/config";
import { documentation } from "./docs/test/blocks.ts";

export default defineConfig({
  plugins: [documentation()],
  test: {
    include: ["packages/*/test/**/*.test.ts", "docs/test/**/*.test.ts", "examples/**/*.test.ts"],
    testTimeout: 30_000,
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
