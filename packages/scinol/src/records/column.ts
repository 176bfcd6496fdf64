import { show } from "../show.ts";
import { parseDate } from "./date.ts";
import { murmur } from "./murmur.ts";
import type { Entries } from "./record.ts";

/** What the values of a column are. An indicator is a number whose zero means nothing: it has no views. */
export type Kind = "number" | "indicator" | "boolean" | "category" | "tokens" | "date";

/** Every kind, and how an error calls it. */
export const kinds: { readonly [kind in Kind]: string } = {
  number: "a number",
  indicator: "a number",
  boolean: "a boolean",
  category: "a category",
  tokens: "an array of strings",
  date: "a date",
};

/** Of columns that have no categories, which may be hundreds of thousands. */
const NONE: ReadonlyMap<string, number> = new Map();

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
  categories: ReadonlyMap<string, number> = NONE;
  private hashed: number | undefined;
  /** Takes part in a cross, which wants to know its `texts` in the present record. */
  crossed = false;
  texts: readonly string[] = [];
  /** Is a cross itself: no record may have a column of its name. */
  cross = false;
  /** The record in which the column was last seen: a name must not come twice. */
  lastSeen = 0;

  constructor(name: string, kind: Kind | undefined, declared: boolean) {
    this.name = name;
    this.kind = kind;
    this.declared = declared;
  }

  /** What texts of this column are hashed with. */
  get seed(): number {
    this.hashed ??= murmur(this.name, 0);
    return this.hashed;
  }

  /** Gives a category or token its coordinate. */
  place(text: string, coordinate: number): void {
    if (this.categories === NONE) this.categories = new Map();
    (this.categories as Map<string, number>).set(text, coordinate);
  }

  /** Whether any coordinate is the column's own: nothing else is worth remembering. */
  get placed(): boolean {
    return this.coordinate >= 0 || this.missing >= 0 || this.categories.size > 0;
  }
}

interface Declared {
  readonly name: string;
  readonly kind: Kind | undefined;
}

/** Reads entry n as what its column was declared to be; throws where it cannot be that. */
export function readDeclared(column: Declared, entries: Entries, n: number): void {
  const kind = column.kind as Kind;
  const given = entries.kinds[n];
  if (given === undefined || given === kind) return;
  if (given === "category") readText(column, kind, entries, n);
  else if (given === "date" || given === "tokens" || kind === "tokens") refuse(column, entries, n);
  else if (kind === "category") entries.setText(n, kind, entries.textOf(n));
  else if (kind === "boolean") entries.setNumber(n, kind, entries.numbers[n] === 0 ? 0 : 1);
  else if (kind === "date" && given === "boolean") refuse(column, entries, n);
  else entries.setNumber(n, kind, entries.numbers[n]);
}

function readText(column: Declared, kind: Kind, entries: Entries, n: number): void {
  const text = entries.textOf(n);
  let x = Number.NaN;
  if (text.trim() === "") return entries.setNumber(n, kind, x);
  if (kind === "number" || kind === "indicator") x = Number(text);
  else if (kind === "date") x = parseDate(text);
  else if (kind === "boolean" && (text === "true" || text === "false")) x = text === "true" ? 1 : 0;
  if (Number.isNaN(x)) refuse(column, entries, n);
  entries.setNumber(n, kind, x);
}

function refuse(column: Declared, entries: Entries, n: number): never {
  const given = entries.kinds[n] as Kind;
  const got =
    given === "category" ? show(entries.texts[n]) : given === "tokens" ? kinds.tokens : entries.textOf(n);
  throw new TypeError(
    `column ${show(column.name)}: expected ${kinds[column.kind as Kind]}, got ${got}; leave it out where it is missing`,
  );
}
