import { kindOf } from "../kind-of.ts";
import type { Rule } from "../rules/rule.ts";

/** What a saved model begins with: t, N, d, the number of features and of cells a feature. */
export const HEADER = 5;

/** Throws where `saved` is not what a model of this rule and width saves; where features are fixed, of so many. */
export function checkSaved(saved: Float64Array, rule: Rule, width: number, fixed: number | undefined): void {
  if (!(saved instanceof Float64Array)) {
    throw new TypeError(`state must be a Float64Array, got ${kindOf(saved)}`);
  }
  const stride = 1 + width * rule.slots.length;
  const [, , , features, cells] = saved;
  const fits = saved.length === HEADER + features * stride && features === (fixed ?? features);
  if (!fits || cells !== width) {
    const many = fixed === undefined ? "a feature" : `for each of ${fixed} features`;
    throw new RangeError(
      `state has ${saved.length} numbers; this model takes ${HEADER} and then ${stride} ${many}`,
    );
  }
  for (let i = 0; i < saved.length; i++) {
    const sound = i < HEADER ? isCount(i, saved[i]) : isNumber((i - HEADER) % stride, saved[i], rule);
    if (!sound) throw new RangeError(`state is damaged: number ${i} is ${saved[i]}`);
  }
}

function isCount(i: number, number: number): boolean {
  return number >= 0 && (i === 1 ? Number.isFinite(number) : Number.isSafeInteger(number));
}

/** 1/M, or a slot. */
function isNumber(place: number, number: number, rule: Rule): boolean {
  if (place > 0) return Number.isFinite(number);
  return rule.relative ? number > 0 : number === 1;
}
