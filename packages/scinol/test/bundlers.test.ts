import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";

describe("a program bundled for workers at the edge", () => {
  it.each(["workerd", "edge-light"])(
    "keeps the kernels that %s has to import compiled",
    async (condition) => {
      const entry = "\0entry";
      const bundle = await rolldown({
        input: entry,
        external: /\.wasm(\?module)?$/,
        cwd: fileURLToPath(new URL(".", import.meta.url)),
        resolve: { conditionNames: [condition, "import"] },
        plugins: [
          {
            name: "entry",
            resolveId: (id) => (id === entry ? id : undefined),
            load: (id) =>
              id === entry ? 'import { classifier } from "scinol"; console.log(classifier())' : undefined,
          },
        ],
      });
      const { output } = await bundle.generate({ format: "es" });
      await bundle.close();
      expect(output[0].code).toContain("kernels.wasm");
    },
  );
});
