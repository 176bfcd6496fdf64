import * as core from "../core/index.ts";
import { compiled } from "./compiled.ts";
import * as modules from "./module.ts";

export type Core = typeof core;
export type Space = modules.Space<Core>;
export type Engine = modules.Engine<Core>;

const module = /* @__PURE__ */ new modules.Module(compiled);

/** Uses a module that the runtime compiled, for runtimes in which nothing else may be compiled. */
export function useModule(given: object): void {
  module.use(given);
}

/** Chooses an engine: "auto" is WebAssembly with SIMD where that works, else JavaScript with the same results. */
export function engine(wanted: "auto" | "js"): Engine {
  return module.engine<Core>(wanted, core);
}
