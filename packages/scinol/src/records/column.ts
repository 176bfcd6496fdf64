import { murmur } from "./murmur.ts";
import type { Value } from "./record.ts";

/** What the values of a column are. An indicator is a number whose zero means nothing: it has no views. */
export type Kind = "number" | "indicator" | "boolean" | "category" | "tokens" | "date";
export const kinds: readonly Kind[] = ["number", "indicator", "boolean", "category", "tokens", "date"];

/** What is known of a column. Coordinates are −1 where there is none. */
export class Column {
  readonly name: string;
  /** As declared, or as the first value had it. */
  kind: Kind | undefined;
  readonly declared: boolean;
  /** The first coordinate of a number, an indicator, a boolean or a date. */
  coordinate = -1;
  /** The coordinate that is 1 where the value is missing. */
  missing = -1;
  /** Where the column's statistics begin. */
  statistics = -1;
  /** The coordinate of each category or token. */
  readonly categories = new Map<string, number>();
  /** What texts of this column are hashed with. */
  readonly seed: number;
  /** Takes part in a cross, which wants to know its `text` in the present record. */
  crossed = false;
  text: string | undefined;
  /** The record in which the column was last seen: a name must not come twice. */
  lastSeen = 0;

  constructor(name: string, kind: Kind | undefined, declared: boolean) {
    this.name = name;
    this.kind = kind;
    this.declared = declared;
    this.seed = murmur(name, 0);
  }
}

/** A declared column refuses what cannot be of its kind; texts are read as what was declared. */
export function checkDeclared(column: Column, number: number, other: Value): void {
  const { kind, name } = column;
  if (typeof other === "string" ? canRead(kind, other) : canHold(kind, number, other)) return;
  const got = JSON.stringify(other ?? number);
  throw new TypeError(
    `column "${name}": expected ${kind === "indicator" ? "a number" : `a ${kind}`}, got ${got}`,
  );
}

function canRead(kind: Kind | undefined, text: string): boolean {
  if (text.trim() === "") return true;
  if (kind === "number" || kind === "indicator") return !Number.isNaN(Number(text));
  if (kind === "date") return !Number.isNaN(Date.parse(text));
  return kind === "boolean" ? text === "true" || text === "false" : kind === "category";
}

function canHold(kind: Kind | undefined, number: number, other: Value): boolean {
  if (other === undefined) return kind !== "tokens" || Number.isNaN(number);
  if (other instanceof Date) return kind === "date";
  return typeof other === "boolean" ? kind !== "tokens" && kind !== "date" : kind === "tokens";
}
