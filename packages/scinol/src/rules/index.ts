import { adagrad } from "./adagrad.ts";
import { adam } from "./adam.ts";
import { cocob } from "./cocob.ts";
import { coin } from "./coin.ts";
import { ftrl } from "./ftrl.ts";
import { k17 } from "./k17.ts";
import { nag } from "./nag.ts";
import type { Rule } from "./rule.ts";
import { scinol1 } from "./scinol1.ts";
import { scinol2 } from "./scinol2.ts";
import { sfmd } from "./sfmd.ts";
import { sgd } from "./sgd.ts";

/** Every rule there is. Whatever lists, compares or tests rules reads this table. */
export const rules = {
  scinol1,
  scinol2,
  k17,
  nag,
  sfmd,
  cocob,
  adagrad,
  adam,
  sgd,
  coin,
  ftrl,
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
