/*
 * The service behind `scinol serve`.
 */

export { type Scope, Tokens } from "./http/tokens.ts";
export { LIMITS, type Limits } from "./limits.ts";
export { createLog } from "./log.ts";
export { type Running, type ServeOptions, serve } from "./serve.ts";
export { StoreDamaged, StoreInUse } from "./store/errors.ts";
