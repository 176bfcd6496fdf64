import type { Column } from "./column.ts";
import { murmur } from "./murmur.ts";

/**
 * Gives coordinates to what appears in records: for good when learning, when predicting lent until the next record, so
 * that what is predicted is what learning would have played. Coordinate 0 is the constant, and a hash table is next.
 */
export class Coordinates {
  /** Given out, the constant and the hash table included. */
  count: number;
  /** How often something new was left out because there were no more. */
  ignored = 0;
  private readonly hash: number;
  private readonly most: number;
  private learning = false;
  private lent = 0;
  private readonly lentCategories = new Map<Column, Map<string, number>>();

  /** Categories share 2^hash coordinates, unless that is 0; there are no more than `most` in all. */
  constructor(hash: number, most: number) {
    this.hash = hash;
    this.most = most;
    this.count = 1 + (hash > 0 ? 2 ** hash : 0);
  }

  /** Whether there are no more. */
  get full(): boolean {
    return this.count >= this.most;
  }

  /** Begins a record; what was lent is taken back. */
  begin(learning: boolean): void {
    this.learning = learning;
    this.lent = 0;
    if (this.lentCategories.size > 0) this.lentCategories.clear();
  }

  /** The next one; −1 where there are no more. */
  next(): number {
    return this.give(1);
  }

  /** A column's own coordinates, `width` of them in a row; −1 where there are no more. */
  of(column: Column, width: number): number {
    if (column.coordinate >= 0) return column.coordinate;
    const coordinate = this.give(width);
    if (this.learning) column.coordinate = coordinate;
    return coordinate;
  }

  /** The coordinate that says a column's value is missing. */
  ofMissing(column: Column): number {
    if (column.missing >= 0) return column.missing;
    const coordinate = this.give(1);
    if (this.learning) column.missing = coordinate;
    return coordinate;
  }

  /** The coordinate of a category or token. */
  ofCategory(column: Column, text: string): number {
    if (this.hash > 0) return 1 + (murmur(text, column.seed) & (2 ** this.hash - 1));
    const known = column.categories.get(text) ?? this.lentCategories.get(column)?.get(text);
    if (known !== undefined) return known;
    const coordinate = this.give(1);
    if (coordinate < 0) return coordinate;
    if (this.learning) column.place(text, coordinate);
    else this.lend(column, text, coordinate);
    return coordinate;
  }

  private lend(column: Column, text: string, coordinate: number): void {
    const lent = this.lentCategories.get(column);
    if (lent === undefined) this.lentCategories.set(column, new Map([[text, coordinate]]));
    else lent.set(text, coordinate);
  }

  /** The next `width` coordinates, for good or lent; −1 where there are no more. */
  private give(width: number): number {
    const next = this.count + this.lent;
    if (next + width > this.most) {
      if (this.learning) this.ignored++;
      return -1;
    }
    if (this.learning) this.count += width;
    else this.lent += width;
    return next;
  }
}
