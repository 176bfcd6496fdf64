import { exp } from "./exp.ts";
import { expm1 } from "./expm1.ts";
import { log } from "./log.ts";
import { log1p } from "./log1p.ts";

/** What `Math` has under the same names, with the same bits on every engine. */
export const arithmetic = { exp, expm1, log, log1p };
