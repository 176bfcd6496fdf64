import { adagrad } from "../made/adagrad.ts";
import { adam } from "../made/adam.ts";
import { cocob } from "../made/cocob.ts";
import { coin } from "../made/coin.ts";
import { ftrl } from "../made/ftrl.ts";
import { k17 } from "../made/k17.ts";
import { nag } from "../made/nag.ts";
import { scinol1 } from "../made/scinol1.ts";
import { scinol2 } from "../made/scinol2.ts";
import { sfmd } from "../made/sfmd.ts";
import { sgd } from "../made/sgd.ts";
import type { Rule } from "./rule.ts";

export type { Definition, Rule, Settings } from "./rule.ts";
export { adagrad, adam, cocob, coin, ftrl, k17, nag, scinol1, scinol2, sfmd, sgd };

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
