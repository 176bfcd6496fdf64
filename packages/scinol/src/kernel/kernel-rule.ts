import { nag } from "../rules/nag.ts";
import type { Rule } from "../rules/rule.ts";
import { scinol1 } from "../rules/scinol1.ts";
import { scinol2 } from "../rules/scinol2.ts";

/** The rules that have kernels. ScInOL₂'s are its own; assembly/other-rules.ts knows the others by these numbers. */
const numbered: readonly Rule[] = [scinol2, scinol1, nag];

/** A rule's number, or −1 where it has no kernel. */
export function kernelRule(rule: Rule): number {
  return numbered.indexOf(rule);
}
