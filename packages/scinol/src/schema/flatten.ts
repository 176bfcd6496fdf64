import { kindOf } from "../kind-of.ts";
import { show } from "../show.ts";

/** Deeper than this a record is taken for a circle. */
const DEEPEST = 100;

/** A list of numbers that is longer than this is not a group of columns. */
export const LONGEST_LIST = 1024;

/** Receives the values of a record. A list of texts is one value, and so is a list of numbers. */
export type Visit = (name: string, value: unknown) => void;

type IsColumn = (list: ArrayLike<unknown>, name: string) => boolean;

/**
 * Calls `visit` for every value of a record; the fields of nested objects are named `outer.inner`. A list is one value
 * where `isColumn` says so for its name, by default if it is all texts or all numbers; others are taken apart.
 */
export function flatten(record: unknown, visit: Visit, isColumn: IsColumn = isValueList): void {
  if (record === null || typeof record !== "object" || record instanceof Date) {
    throw new TypeError(`a record must be an object, got ${show(record)}`);
  }
  flattenObject(record, "", 0, visit, isColumn);
}

function flattenObject(
  container: object,
  prefix: string,
  depth: number,
  visit: Visit,
  isColumn: IsColumn,
): void {
  if (depth > DEEPEST) throw new TypeError(`column ${show(prefix)}: nested deeper than ${DEEPEST} levels`);
  const entries: Iterable<readonly [unknown, unknown]> =
    container instanceof Map ? container : Object.entries(isList(container) ? [...container] : container);
  for (const [key, value] of entries) {
    const name = prefix === "" ? String(key) : `${prefix}.${String(key)}`;
    if (value === null || typeof value !== "object" || value instanceof Date) visit(name, value);
    else if (isList(value) && isColumn(value, name)) visit(name, value);
    else flattenObject(value, name, depth + 1, visit, isColumn);
  }
}

export function isList(value: unknown): value is Iterable<unknown> & ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Whether a list is one value: all texts, or all numbers, or empty; or too long to be columns. */
export function isValueList(list: ArrayLike<unknown>): boolean {
  if (list.length > LONGEST_LIST) return true;
  let kind: string | undefined;
  for (let n = 0; n < list.length; n++) {
    const item = list[n] === null ? undefined : kindOf(list[n]);
    if (item === undefined) continue;
    if (item !== "string" && item !== "number") return false;
    kind ??= item;
    if (item !== kind) return false;
  }
  return true;
}
