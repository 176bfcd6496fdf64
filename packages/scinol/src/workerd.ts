/*
 * The library for Cloudflare's workers, which forbid compiling WebAssembly from bytes but import it compiled: package.json
 * names this file under the condition `workerd`.
 */

import core from "./engine/core.wasm";
import { useModule as useCore } from "./engine/engine.ts";
import { useModule } from "./kernel/kernel.ts";
import module from "./kernel/kernels.wasm";
import { useRules } from "./paper/cells.ts";
import rules from "./paper/rules.wasm";

useCore(core);
useModule(module);
useRules(rules);

export * from "./index.ts";
