import type { Example } from "../linear/example.ts";
import { Column, checkDeclared, type Kind } from "./column.ts";
import { cycle } from "./cycle.ts";
import { murmur } from "./murmur.ts";
import { Entries, type Record, type Value } from "./record.ts";
import { VIEW_NUMBERS, Views } from "./views.ts";

export interface EncoderOptions {
  /** Whether numeric columns enter by their two views, or as they are. */
  readonly views: boolean;
  /** Kinds that are declared; the others are settled by a column's first value. */
  readonly columns: { readonly [name: string]: Kind };
  /** Columns whose values are also taken together. */
  readonly crosses: readonly (readonly string[])[];
  /** Categories, tokens and crosses share 2^hash coordinates; 0 gives each its own. */
  readonly hash: number;
  /** No more coordinates than this; what is new after that is left out. */
  readonly maxFeatures: number;
}

/** A date's hour, weekday and month, each as a point on a circle. */
const CIRCLE_COORDINATES = 6;
/** Beyond this a number is not a number to us. */
const LARGEST = 1e300;

/**
 * Turns records into coordinates. Columns and categories get theirs as they first appear; coordinate 0 is the constant.
 *
 * Encoding has two halves. `read` takes a record apart and throws on what cannot be one, changing nothing. `encode`
 * cannot fail; when learning it remembers what is new and moves the statistics, when predicting it works with what
 * these would be, on coordinates lent until the next record.
 *
 * A value of another kind than its column's is taken as a category of that column, under its text: "n/a" in a column
 * of numbers is an indicator of its own, 5 in a column of categories is the category "5".
 */
export class Encoder {
  readonly options: EncoderOptions;
  readonly columns = new Map<string, Column>();
  /** The statistics of the columns that have views, one after another. */
  statistics = new Float64Array(16 * VIEW_NUMBERS);
  statisticsUsed = 0;
  /** Coordinates given out, the constant and the hash table included. */
  coordinates: number;
  /** How often something new was left out because `maxFeatures` was reached. */
  ignored = 0;

  private readonly entries = new Entries();
  /** The column of each entry; those of the record before are tried first, since most records look alike. */
  private readonly found: Column[] = [];
  /** Columns of this record that no record before had. */
  private readonly fresh = new Map<string, Column>();
  private readonly crosses: { column: Column; parts: Column[] }[];
  private records = 0;
  private learning = false;
  private lent = 0;
  private readonly lentCategories = new Map<string, number>();
  /** The column of each entry of the example; the constant has none. */
  readonly owners: (Column | undefined)[] = [];
  /** Where a coordinate stands in the example, for those that can come twice in it. */
  private readonly positions = new Map<number, number>();
  private readonly views = new Views();
  private readonly circles = new Float64Array(CIRCLE_COORDINATES);

  constructor(options: EncoderOptions) {
    this.options = options;
    this.coordinates = 1 + (options.hash > 0 ? 2 ** options.hash : 0);
    for (const [name, kind] of Object.entries(options.columns)) {
      this.columns.set(name, new Column(name, kind, true));
    }
    this.crosses = options.crosses.map((names) => {
      const parts = names.map((name) => this.column(name));
      for (const part of parts) part.crossed = true;
      const column = this.column(names.join("×"));
      column.kind = "category";
      return { column, parts };
    });
  }

  /** Takes a record apart, to be encoded next. */
  read(record: Record): void {
    const { entries, found, fresh } = this;
    if (fresh.size > 0) {
      // Columns of a record that was not learned from were not kept: they must not be found again by their place.
      fresh.clear();
      found.length = 0;
    }
    entries.read(record);
    const stamp = ++this.records;
    for (let n = 0; n < entries.count; n++) {
      const name = entries.names[n];
      let column: Column | undefined = found[n];
      if (column === undefined || column.name !== name) column = this.columns.get(name) ?? fresh.get(name);
      if (column === undefined) {
        column = new Column(name, undefined, false);
        fresh.set(name, column);
      }
      if (column.lastSeen === stamp) throw new RangeError(`column "${name}" comes twice in one record`);
      column.lastSeen = stamp;
      if (column.declared) checkDeclared(column, entries.numbers[n], entries.others[n]);
      found[n] = column;
    }
  }

  /** Puts the record that was read into the example. When `learning`, remembers what is new in it. */
  encode(example: Example, learning: boolean): void {
    const { entries, found, fresh } = this;
    if (learning && fresh.size > 0) {
      for (const [name, column] of fresh) this.columns.set(name, column);
      fresh.clear();
    }
    this.begin(example, learning);
    for (let n = 0; n < entries.count; n++) {
      const number = entries.numbers[n];
      if (Math.abs(number) <= LARGEST) this.encodeNumber(found[n], number, entries.sparse[n], example);
      else this.encodeOther(found[n], entries.others[n], example);
    }
    this.encodeCrosses(example);
  }

  /** Begins an example: the constant, and no coordinate lent yet. */
  begin(example: Example, learning: boolean): void {
    this.learning = learning;
    this.lent = 0;
    this.lentCategories.clear();
    this.positions.clear();
    for (const { parts } of this.crosses) for (const part of parts) part.text = undefined;
    example.clear(false);
    this.put(undefined, 0, 1, example);
  }

  /** A finite number within ±1e300, by its column's kind. */
  encodeNumber(column: Column, x: number, sparse: boolean, example: Example): void {
    const kind = this.kindOf(column, sparse ? "indicator" : "number");
    if (column.crossed) column.text = String(x);
    if (kind === "number") this.encodeViews(column, this.coordinateOf(column, this.viewCount), x, example);
    else if (kind === "indicator") this.put(column, this.coordinateOf(column, 1), x, example);
    else if (column.declared && kind === "date") this.encodeDate(column, x, example);
    else if (column.declared && kind === "boolean") this.encodeBoolean(column, x !== 0, example);
    else this.encodeCategory(column, String(x), example);
  }

  private encodeOther(column: Column, value: Value, example: Example): void {
    if (value === undefined) this.encodeMissing(column, example);
    else if (typeof value === "string") this.encodeText(column, value, example);
    else if (typeof value === "boolean") {
      const kind = this.kindOf(column, "boolean");
      if (kind === "boolean") this.encodeBoolean(column, value, example);
      else if (column.declared && kind !== "category")
        this.encodeNumber(column, value ? 1 : 0, false, example);
      else this.encodeCategory(column, String(value), example);
    } else if (value instanceof Date) {
      const time = value.getTime();
      if (Number.isNaN(time)) this.encodeMissing(column, example);
      else if (this.kindOf(column, "date") === "date") this.encodeDate(column, time, example);
      else this.encodeCategory(column, value.toISOString(), example);
    } else {
      this.kindOf(column, "tokens");
      for (const token of value) this.encodeCategory(column, token, example);
    }
  }

  private encodeText(column: Column, text: string, example: Example): void {
    const kind = this.kindOf(column, "category");
    if (!column.declared || kind === "category") this.encodeCategory(column, text, example);
    else if (text.trim() === "") this.encodeMissing(column, example);
    else if (kind === "date") this.encodeDate(column, Date.parse(text), example);
    else if (kind === "boolean") this.encodeBoolean(column, text === "true", example);
    else if (Math.abs(Number(text)) <= LARGEST) this.encodeNumber(column, Number(text), false, example);
    else this.encodeMissing(column, example);
  }

  encodeMissing(column: Column, example: Example): void {
    if (column.missing < 0) {
      const coordinate = this.give(1);
      if (this.learning) column.missing = coordinate;
      this.put(column, coordinate, 1, example);
    } else this.put(column, column.missing, 1, example);
  }

  private encodeBoolean(column: Column, value: boolean, example: Example): void {
    if (column.crossed) column.text = String(value);
    this.put(column, this.coordinateOf(column, 1), value ? 1 : 0, example);
  }

  /** A number by its two views, or as it is. */
  private encodeViews(column: Column, coordinate: number, x: number, example: Example): void {
    if (coordinate < 0) return;
    if (!this.options.views) return this.put(column, coordinate, x, example);
    const { views, learning } = this;
    if (column.statistics < 0) {
      // The first value is the zero of both views.
      if (learning) column.statistics = this.startStatistics(x);
      return;
    }
    const { statistics } = this;
    const at = column.statistics;
    views.see(x, statistics, at);
    this.put(column, coordinate, views.level, example);
    this.put(column, coordinate + 1, views.bend, example);
    if (learning) {
      const { next } = views;
      statistics[at] = next[0];
      statistics[at + 1] = next[1];
      statistics[at + 2] = next[2];
      statistics[at + 3] = next[3];
    }
  }

  private encodeDate(column: Column, time: number, example: Example): void {
    if (!(Math.abs(time) <= 8.64e15)) return this.encodeMissing(column, example);
    const date = new Date(time);
    const { circles, viewCount } = this;
    cycle(date.getUTCHours() + date.getUTCMinutes() / 60, 24, circles, 0);
    cycle(date.getUTCDay(), 7, circles, 2);
    cycle(date.getUTCMonth(), 12, circles, 4);
    const coordinate = this.coordinateOf(column, viewCount + CIRCLE_COORDINATES);
    if (coordinate < 0) return;
    this.encodeViews(column, coordinate, time, example);
    for (let n = 0; n < CIRCLE_COORDINATES; n++) {
      this.put(column, coordinate + viewCount + n, circles[n], example);
    }
  }

  /** Counts one at the coordinate of a category or token. */
  encodeCategory(column: Column, text: string, example: Example): void {
    if (column.crossed) column.text = text;
    const coordinate = this.categoryCoordinate(column, text);
    // Only tokens, and categories that share a table, can meet their own coordinate again within a record.
    if (column.kind === "tokens" || this.options.hash > 0 || !this.learning) {
      const before = this.positions.get(coordinate);
      if (before !== undefined) {
        example.value[before] += 1;
        return;
      }
      this.positions.set(coordinate, example.count);
    }
    this.put(column, coordinate, 1, example);
  }

  categoryCoordinate(column: Column, text: string): number {
    const { hash } = this.options;
    if (hash > 0) return 1 + (murmur(text, column.seed) & (2 ** hash - 1));
    const known = column.categories.get(text) ?? this.lentCategories.get(`${column.name}=${text}`);
    if (known !== undefined) return known;
    const coordinate = this.give(1);
    if (coordinate < 0) return coordinate;
    if (this.learning) column.categories.set(text, coordinate);
    else this.lentCategories.set(`${column.name}=${text}`, coordinate);
    return coordinate;
  }

  encodeCrosses(example: Example): void {
    for (const { column, parts } of this.crosses) {
      if (parts.some((part) => part.text === undefined)) continue;
      this.encodeCategory(column, parts.map((part) => part.text).join("×"), example);
    }
  }

  /** How many coordinates a number has. */
  private get viewCount(): number {
    return this.options.views ? 2 : 1;
  }

  private kindOf(column: Column, kind: Kind): Kind {
    if (column.kind !== undefined) return column.kind;
    if (this.learning) column.kind = kind;
    return kind;
  }

  /** A column's own coordinates, `width` of them in a row. */
  private coordinateOf(column: Column, width: number): number {
    if (column.coordinate >= 0) return column.coordinate;
    const coordinate = this.give(width);
    if (this.learning) column.coordinate = coordinate;
    return coordinate;
  }

  /** The next `width` coordinates, for good or lent; −1 where there are no more. */
  private give(width: number): number {
    const next = this.coordinates + this.lent;
    if (next + width > this.options.maxFeatures) {
      if (this.learning) this.ignored++;
      return -1;
    }
    if (this.learning) this.coordinates += width;
    else this.lent += width;
    return next;
  }

  put(owner: Column | undefined, coordinate: number, value: number, example: Example): void {
    if (coordinate < 0) return;
    this.owners[example.count] = owner;
    example.add(coordinate, value);
  }

  private startStatistics(x: number): number {
    const at = this.statisticsUsed;
    this.statisticsUsed += VIEW_NUMBERS;
    if (this.statisticsUsed > this.statistics.length) {
      const { statistics } = this;
      this.statistics = new Float64Array(2 * statistics.length);
      this.statistics.set(statistics);
    }
    this.views.see(x, this.statistics, at);
    this.statistics.set(this.views.next, at);
    return at;
  }

  column(name: string): Column {
    let column = this.columns.get(name);
    if (column === undefined) {
      column = new Column(name, undefined, false);
      this.columns.set(name, column);
    }
    return column;
  }
}
