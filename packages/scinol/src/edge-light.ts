/* The library for edge functions that import compiled WebAssembly as `?module`: the condition `edge-light`. */
import { useModule } from "./kernel/kernel.ts";
import module from "./kernel/kernels.wasm?module";

useModule(module);

export * from "./index.ts";
