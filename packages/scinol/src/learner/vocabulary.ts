import { HATS, NONE, UNKNOWN } from "../core/layout.ts";
import type { Kind } from "../records/column.ts";
import { murmur } from "../records/murmur.ts";
import { show } from "../show.ts";
import { Column } from "./column.ts";

/** Coordinates of a numeric column: straight, missing, hats. Of a 0/1 column: straight, missing. */
const OF_NUMBER = 2 + HATS;
const OF_FLAG = 2;

/** The features of a date: points on three circles, hour, weekday and month. */
export const CIRCLES = 6;

export interface VocabularyOptions {
  /** Kinds that are declared; the others follow from a column's first value. */
  readonly columns: { readonly [name: string]: Kind };
  /** Categories, tokens and crosses share 2^hash features; 0 gives each its own. */
  readonly hash: number;
  /** No more coordinates than this; what is new after that is left out. */
  readonly maxFeatures: number;
}

export interface EncoderOptions extends VocabularyOptions {
  /** Columns whose values are also taken together. */
  readonly crosses: readonly (readonly string[])[];
}

/**
 * What a model has met, and the place of each: columns, categories, features. While learning, what is new gets a place;
 * while predicting it is UNKNOWN, and nothing is kept of it.
 */
export class Vocabulary {
  readonly columns = new Map<string, Column>();
  /** Of each numeric or 0/1 column, whether it is a 0/1 column. */
  readonly flags: boolean[] = [];
  /** Features, the constant included. */
  features: number;
  /** Coordinates, of columns and features together. */
  coordinates: number;
  /** How often something new was left out because there was no coordinate left. */
  ignored = 0;
  private listed: readonly Column[] = [];
  private isStale = true;
  /** Whether all columns are sparse features, and none is anything else. */
  isSparse = true;
  readonly hash: number;
  readonly most: number;
  /** What takes back what was met since `keep`. */
  private readonly undoing: (() => void)[] = [];
  /** Coordinates that the row being predicted would take. */
  private lent = 0;
  /** Categories that the row being predicted has, and the model does not. */
  private readonly lentNames = new Set<string>();
  isLearning = false;

  constructor({ columns, hash, maxFeatures }: VocabularyOptions) {
    this.hash = hash;
    this.most = maxFeatures;
    this.features = this.coordinates = 1 + (hash > 0 ? 2 ** hash : 0);
    for (const [name, kind] of Object.entries(columns)) {
      this.columns.set(name, new Column(name, kind, true));
      if (kind !== "indicator") this.isSparse = false;
    }
  }

  /** Columns whose absence from a row is a feature, in their own order: categories and dates. */
  get missable(): readonly Column[] {
    // Rebuilt when asked for: a first record can bring thousands of columns.
    if (this.isStale) this.listed = [...this.columns.values()].filter(isMissable);
    this.isStale = false;
    return this.listed;
  }

  /** Takes up columns that were met before: of each number, whether it is a 0/1 column; and how many features they have. */
  restore(flags: readonly boolean[], features: number): void {
    this.flags.push(...flags);
    this.isStale = true;
    this.isSparse = [...this.columns.values()].every(({ kind }) => kind === "indicator");
    this.features += features;
    this.coordinates += features;
    for (const isFlag of flags) this.coordinates += isFlag ? OF_FLAG : OF_NUMBER;
    if (this.coordinates > this.most) throw new RangeError("there are more coordinates than maxFeatures");
  }

  /** Begins a row. */
  begin(isLearning: boolean): void {
    this.isLearning = isLearning;
    this.lent = 0;
    if (this.lentNames.size > 0) this.lentNames.clear();
  }

  /** Keeps what was met. */
  keep(): void {
    this.undoing.length = 0;
  }

  /** Takes back what was met since `keep`. */
  undo(): void {
    for (let n = this.undoing.length - 1; n >= 0; n--) this.undoing[n]();
    this.undoing.length = 0;
  }

  /** Keeps a column that has come for the first time, while learning. */
  add(column: Column): void {
    this.columns.set(column.name, column);
    if (column.kind !== undefined) this.noteKind(column);
    this.undoing.push(() => this.columns.delete(column.name));
  }

  /** Gives a column its kind, while learning. */
  setKind(column: Column, kind: Kind): void {
    if (column.kind !== undefined || !this.isLearning) return;
    column.kind = kind;
    if (this.columns.has(column.name)) this.noteKind(column);
    this.undoing.push(() => {
      column.kind = undefined;
    });
  }

  private noteKind(column: Column): void {
    if (column.kind !== "indicator") this.isSparse = false;
    if (!isMissable(column)) return;
    this.isStale = true;
    this.undoing.push(() => {
      this.isStale = true;
    });
  }

  /** The place of a numeric or 0/1 column; UNKNOWN, or NONE where there is no room for it. */
  numberOf(column: Column, isFlag: boolean): number {
    if (column.number >= 0) return column.number;
    const cost = isFlag ? OF_FLAG : OF_NUMBER;
    if (!this.hasRoom(cost)) return NONE;
    if (!this.isLearning) return UNKNOWN;
    column.number = this.flags.length;
    this.flags.push(isFlag);
    this.undoing.push(() => {
      column.number = -1;
      this.flags.pop();
      this.coordinates -= cost;
    });
    return column.number;
  }

  /** The first of a column's own features, of which it has `count`. */
  featureOf(column: Column, count: number): number {
    if (column.feature >= 0) return column.feature;
    return this.give(count, (feature) => {
      column.feature = feature;
    });
  }

  /** The feature that says a column's value is missing. */
  missingOf(column: Column): number {
    if (column.missing >= 0) return column.missing;
    return this.give(1, (feature) => {
      column.missing = feature;
    });
  }

  /** The feature of a category or token. */
  categoryOf(column: Column, text: string): number {
    if (this.hash > 0) return 1 + (murmur(text, column.seed) & (2 ** this.hash - 1));
    const known = column.categories.get(text);
    if (known !== undefined) return known;
    const name = this.isLearning ? "" : `${column.name}\0${text}`;
    if (this.lentNames.has(name)) return UNKNOWN;
    const feature = this.give(1, (given) => column.place(text, given));
    if (feature === UNKNOWN) this.lentNames.add(name);
    return feature;
  }

  /** Gives a feature that is new its place; NONE where there is none, UNKNOWN while predicting. */
  private give(count: number, place: (feature: number) => void): number {
    if (!this.hasRoom(count)) return NONE;
    if (!this.isLearning) return UNKNOWN;
    const feature = this.features;
    this.features += count;
    place(feature);
    this.undoing.push(() => {
      place(-1);
      this.features -= count;
      this.coordinates -= count;
    });
    return feature;
  }

  private hasRoom(cost: number): boolean {
    if (this.coordinates + this.lent + cost > this.most) {
      if (this.isLearning) {
        this.ignored++;
        this.undoing.push(() => this.ignored--);
      }
      return false;
    }
    if (this.isLearning) this.coordinates += cost;
    else this.lent += cost;
    return true;
  }
}

/** Whether the absence of a column is a feature. */
export function isMissable({ isCross, kind }: Column): boolean {
  return !isCross && (kind === "category" || kind === "date");
}

/** Refuses a record's name that is that of a cross. */
export function refuseCross(column: Column): void {
  if (column.isCross) throw new RangeError(`column ${show(column.name)} has the name of a cross; rename it`);
}
