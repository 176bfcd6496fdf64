import { DataError, nearest, quote } from "./data-error.ts";
import { parseDate } from "./date.ts";
import { looksDecimal } from "./decimal.ts";
import type { OpenOptions, Settings } from "./options.ts";

export type Kind = "number" | "text" | "boolean" | "date";

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  /** Left out of the blocks. */
  readonly ignored: boolean;
  /**
   * The cell's place in its row of `numbers` (kinds number, boolean as 0 and 1, date as milliseconds since 1970) or of
   * `codes` (kind text); -1 when ignored.
   */
  readonly slot: number;
  /** Of the sampled values: all are 0 or 1. */
  readonly binary: boolean;
  /** Of the sampled values: all are whole numbers. */
  readonly integer: boolean;
  /** How many different values the sample has. */
  readonly distinct: number;
}

/** What a sample of one column's values shows, whatever its name. */
export interface Evidence {
  kind: Kind;
  binary: boolean;
  integer: boolean;
  distinct: number;
}

/** A value that is not of the kind of this share of the others is an error to report, not a reason to call all text. */
const agreement = 0.9;

/**
 * What the cells of a column show, texts or numbers already. No value at all says number: a later text is then an error
 * rather than a guess.
 */
export function weigh(
  texts: readonly string[],
  missing: ReadonlySet<string>,
  known: readonly number[] = [],
): Evidence {
  const present = texts.filter((text) => text !== "" && !missing.has(text));
  const decimals = present.filter(looksDecimal);
  const enough = (present.length + known.length) * agreement;
  const share = (test: (text: string) => boolean) => present.filter(test).length >= enough;
  let kind: Kind = "text";
  if (known.length + decimals.length >= enough) kind = "number";
  else if (share((text) => asBoolean(text) !== undefined)) kind = "boolean";
  else if (share((text) => !Number.isNaN(parseDate(text)))) kind = "date";
  const numbers = kind === "number" ? known.concat(decimals.map(Number)) : [];
  return {
    kind,
    binary: numbers.length > 0 && numbers.every((value) => value === 0 || value === 1),
    integer: numbers.length > 0 && numbers.every(Number.isInteger),
    distinct: new Set<number | string>(kind === "number" ? numbers : present).size,
  };
}

/** What the values of a column show that is known to be of this kind, and no text. NaN is missing. */
export function shown(kind: Kind, values: Float64Array): Omit<Evidence, "kind"> {
  const present = values.filter((value) => !Number.isNaN(value));
  const number = kind === "number" && present.length > 0;
  return {
    binary: number && present.every((value) => value === 0 || value === 1),
    integer: number && present.every(Number.isInteger),
    distinct: new Set(present).size,
  };
}

export function asBoolean(text: string): boolean | undefined {
  if (text.length < 4 || text.length > 5) return undefined;
  const lower = text.toLowerCase();
  return lower === "true" ? true : lower === "false" ? false : undefined;
}

/** The columns of a table: names and evidence, as the options overrule them, each with its slot. */
export function arrange(
  file: string,
  named: readonly { name: string; evidence: Evidence }[],
  options: OpenOptions,
): Column[] {
  const names = named.map(({ name }) => name);
  const places = (references: readonly string[] | undefined) =>
    new Set((references ?? []).map((reference) => findColumn(file, names, reference)));
  const numeric = places(options.numeric);
  const categorical = places(options.categorical);
  const date = places(options.date);
  const ignore = places(options.ignore);
  let numbers = 0;
  let texts = 0;
  return named.map(({ name, evidence }, place) => {
    let kind = evidence.kind;
    if (numeric.has(place)) kind = "number";
    if (categorical.has(place)) kind = "text";
    if (date.has(place)) kind = "date";
    const ignored = ignore.has(place);
    const slot = ignored ? -1 : kind === "text" ? texts++ : numbers++;
    const stays = kind === "number" && evidence.kind === "number";
    const { distinct } = evidence;
    const [binary, integer] = [stays && evidence.binary, stays && evidence.integer];
    return { name, kind, ignored, slot, binary, integer, distinct };
  });
}

/** The place of the column called so, or numbered so: 1 is the first, -1 the last. */
export function findColumn(file: string, names: readonly string[], reference: string): number {
  const named = names.indexOf(reference);
  if (named >= 0) return named;
  if (/^-?[1-9]\d*$/.test(reference)) {
    const number = Number(reference);
    const place = number < 0 ? names.length + number : number - 1;
    if (place >= 0 && place < names.length) return place;
    throw new DataError({ file }, `there is no column ${reference}; it has ${names.length}`);
  }
  const meant = nearest(reference, names);
  const list = names.slice(0, 8).map(quote).join(", ") + (names.length > 8 ? ", …" : "");
  const hint = meant === undefined ? `it has ${list}` : `did you mean ${quote(meant)}?`;
  throw new DataError({ file }, `unknown column ${quote(reference)}; ${hint}`);
}

/** The names with a repeated one numbered and an empty one called by its place, so each names one column. */
export function distinctNames(names: readonly string[]): string[] {
  const wishes = names.map((name, place) => (name === "" ? `c${place + 1}` : name));
  const taken = new Set(wishes);
  const times = new Map<string, number>();
  return wishes.map((wish) => {
    let n = (times.get(wish) ?? 0) + 1;
    let given = wish;
    for (; n > 1 && taken.has(given); n++) given = `${wish}_${n}`;
    taken.add(given);
    times.set(wish, n);
    return given;
  });
}

/** What to say of a value that is not of its column's kind. */
export function contradiction(column: Column, text: string, settings: Settings): string {
  if (column.kind === "number" && looksDecimal(text)) {
    return `${quote(text)} is too large for a number; correct it or name it in --missing`;
  }
  const expected = {
    number: "a number",
    boolean: "true or false",
    date: "a date like 2024-05-31",
    text: "text",
  };
  const wish = settings.numeric?.includes(column.name) || settings.date?.includes(column.name);
  const instead = wish ? "name it in --missing" : "name it in --categorical or --missing";
  return `expected ${expected[column.kind]}, got ${quote(text)}; ${instead}`;
}
