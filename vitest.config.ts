import { defineConfig } from "vitest/config";
import { documentation } from "./docs/test/blocks.ts";

export default defineConfig({
  plugins: [documentation()],
  test: {
    include: ["packages/*/test/**/*.test.ts", "docs/test/**/*.test.ts", "examples/**/*.test.ts"],
    testTimeout: 30_000,
  },
});
