/* The library for edge functions that import compiled WebAssembly as `?module`: the condition `edge-light`. */

import core from "./engine/core.wasm?module";
import { useModule as useCore } from "./engine/engine.ts";
import { useModule } from "./kernel/kernel.ts";
import module from "./kernel/kernels.wasm?module";
import { useRules } from "./paper/cells.ts";
import rules from "./paper/rules.wasm?module";

useCore(core);
useModule(module);
useRules(rules);

export * from "./index.ts";
