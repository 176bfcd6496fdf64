import type { Kernel } from "../kernel/kernel.ts";
import type { SparseJob, TableJob } from "../kernel/kernel-rows.ts";
import { KernelViews, LONGEST_RUN } from "../kernel/kernel-views.ts";
import type { Example } from "../linear/example.ts";
import { show } from "../show.ts";
import { Column, type Kind, readDeclared } from "./column.ts";
import { Coordinates } from "./coordinates.ts";
import { cycle } from "./cycle.ts";
import { Entries, MOST_VALUES, type Record } from "./record.ts";
import type { BoundSparse, SparseRows } from "./sparse-rows.ts";
import { Statistics } from "./statistics.ts";
import type { BoundTable, Stretch, TableRows } from "./table.ts";
import { VIEW_NUMBERS, views } from "./views.ts";

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

interface Unlisted {
  readonly bound: BoundSparse;
  readonly names: SparseRows["names"];
  readonly indices: number[];
}

interface SparseRow {
  readonly bound: BoundSparse;
  readonly table: SparseRows;
  readonly row: number;
}

/** Fewer columns than this are not worth a call of the kernel. */
const SHORTEST_RUN = 4;

/** A date's hour, weekday and month, each as a point on a circle. */
const CIRCLE_COORDINATES = 6;

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
  private readonly listed = new Map<string, Column>();
  /** Indices of sparse vectors that have a coordinate, and no column yet. */
  private unlisted: Unlisted | undefined;
  readonly statistics: Statistics;
  readonly coordinates: Coordinates;
  private readonly entries = new Entries();
  /** The column of each entry; those of the record before are tried first, since most records look alike. */
  private readonly found: Column[] = [];
  /** The `naming` of the entries that these are the columns of; −1 where they have to be looked at, as declared ones have. */
  private foundNaming = -1;
  /** How many entries from each one on have views that can be worked out together, of which `shape`, with which statistics. */
  private readonly runs: number[] = [];
  private runsShape = -1;
  private runsUsed = -1;
  /** Columns of this record that no record before had. */
  private readonly fresh = new Map<string, Column>();
  private readonly crosses: { column: Column; parts: Column[] }[];
  /** A row that can be encoded without being taken apart: where its numbers go. */
  private stretches: readonly Stretch[] | undefined;
  private boundTable: BoundTable | undefined;
  private table: TableRows | undefined;
  private row = 0;
  /** A row of sparse vectors that has yet to be taken apart, if at all. */
  private sparseRow: SparseRow | undefined;
  private records = 0;
  private learning = false;
  /** After predicting, the column of each of the `placed` entries of the example; the constant has none. */
  readonly owners: (Column | undefined)[] = [];
  placed = 0;
  /** Where a coordinate stands in the example, for those that can come twice in it. */
  private readonly positions = new Map<number, number>();
  private readonly seen = new Float64Array(VIEW_NUMBERS + 2);
  private readonly circles = new Float64Array(CIRCLE_COORDINATES);

  constructor(options: EncoderOptions, kernel: Kernel | undefined) {
    this.options = options;
    const views = kernel === undefined || !options.views ? undefined : new KernelViews(kernel);
    this.statistics = new Statistics(views);
    this.coordinates = new Coordinates(options.hash, options.maxFeatures);
    for (const [name, kind] of Object.entries(options.columns)) {
      this.columns.set(name, new Column(name, kind, true));
    }
    const parts = options.crosses.map((names) => names.map((name) => this.column(name)));
    this.crosses = options.crosses.map((names, n) => {
      const name = names.join("×");
      if (this.columns.has(name)) throw new RangeError(`the cross ${show(name)} has the name of a column`);
      const column = this.column(name);
      column.kind = "category";
      column.cross = true;
      for (const part of parts[n]) part.crossed = true;
      return { column, parts: parts[n] };
    });
  }

  /**
   * All columns, by name. A file of sparse vectors can have hundreds of thousands, which take longer to be made than to be
   * learned from: those that came in blocks are made when somebody asks.
   */
  get columns(): Map<string, Column> {
    if (this.unlisted !== undefined) this.list(this.unlisted);
    return this.listed;
  }

  private list({ bound, names, indices }: Unlisted): void {
    this.unlisted = undefined;
    for (const index of indices) {
      const column = new Column(nameOf(names, index), "indicator", false);
      column.coordinate = bound.coordinates[index];
      this.listed.set(column.name, column);
    }
  }

  /** Takes a record apart, to be encoded next. */
  read(record: Record): void {
    this.forgetFresh();
    this.stretches = this.sparseRow = undefined;
    this.entries.read(record);
    if (this.entries.naming !== this.foundNaming) this.find();
    if (this.crosses.length > 0) this.readCrosses();
  }

  /** Finds the column of each entry by its name. */
  private find(): void {
    const { entries, found, fresh } = this;
    let isDeclared = false;
    this.foundNaming = this.runsShape = -1;
    const stamp = ++this.records;
    for (let n = 0; n < entries.count; n++) {
      const name = entries.names[n];
      let column: Column | undefined = found[n];
      if (column === undefined || column.name !== name) column = this.columns.get(name) ?? fresh.get(name);
      if (column === undefined) {
        column = new Column(name, undefined, false);
        fresh.set(name, column);
      }
      if (column.lastSeen === stamp) throw new RangeError(`column ${show(name)} comes twice in one record`);
      if (column.cross) throw new RangeError(`column ${show(name)} has the name of a cross; rename it`);
      column.lastSeen = stamp;
      if (column.declared) {
        readDeclared(column, entries, n);
        isDeclared = true;
      }
      found[n] = column;
    }
    if (!isDeclared) this.foundNaming = entries.naming;
  }

  /** Columns of a record that was not learned from were not kept: they must not be found again by their place. */
  private forgetFresh(): void {
    if (this.fresh.size === 0) return;
    this.fresh.clear();
    this.found.length = 0;
    this.foundNaming = -1;
  }

  /** Gathers the texts that crosses are made of. */
  private readCrosses(): void {
    const { entries, found, crosses } = this;
    for (const { parts } of crosses) for (const part of parts) part.texts = [];
    for (let n = 0; n < entries.count; n++) {
      const kind = entries.kinds[n];
      if (!found[n].crossed || kind === undefined) continue;
      found[n].texts = kind === "tokens" ? (entries.texts[n] as readonly string[]) : [entries.textOf(n)];
    }
    for (const { column, parts } of crosses) {
      const count = parts.reduce((product, { texts }) => product * texts.length, 1);
      if (count > MOST_VALUES) {
        throw new RangeError(
          `the cross ${show(column.name)} has ${count} values in one record; shorten its bags`,
        );
      }
    }
  }

  /** Takes in a row of a table, to be encoded next: what `read` does, with no names to look up. */
  readRow(bound: BoundTable, table: TableRows, row: number): void {
    const { entries, found } = this;
    const { columns, kinds, numbers } = bound;
    this.forgetFresh();
    this.sparseRow = undefined;
    this.stretches = this.crosses.length > 0 ? undefined : bound.settled(this.options.views);
    const first = row * (table.apart ?? numbers);
    if (this.stretches !== undefined && areNumbers(table.numbers, first, numbers)) {
      this.boundTable = bound;
      this.table = table;
      this.row = row;
      return;
    }
    this.stretches = undefined;
    entries.begin(columns.length);
    for (let n = 0; n < numbers; n++) {
      entries.setNumber(n, kinds[n], table.numbers[first + n]);
      found[n] = columns[n];
    }
    const texts = columns.length - numbers;
    for (let n = 0; n < texts; n++) {
      const code = table.codes[row * texts + n];
      if (code < 0) entries.setNumber(numbers + n, "category", Number.NaN);
      else entries.setText(numbers + n, "category", table.dictionaries[n].values[code]);
      found[numbers + n] = columns[numbers + n];
    }
    if (this.crosses.length > 0) this.readCrosses();
  }

  /** What a kernel needs to learn from rows of a table all at once; undefined where they have to be taken one by one. */
  tableJob(bound: BoundTable, rows: TableRows, weights: Float64Array): TableJob | undefined {
    const { crosses, options } = this;
    const stretches = crosses.length > 0 || options.hash > 0 ? undefined : bound.settled(options.views);
    if (stretches === undefined) return undefined;
    return {
      rows,
      width: bound.numbers,
      apart: rows.apart ?? bound.numbers,
      stretches,
      categories: bound.columns.length - bound.numbers,
      coordinates: this.coordinates.count,
      locate: (from, to, coordinates) => bound.locate(rows, from, to, coordinates),
      weights,
      statistics: this.statistics.all,
    };
  }

  /** Takes in a row of sparse vectors, to be encoded next: what `read` does for `{ indices, values }`. */
  readSparseRow(bound: BoundSparse, table: SparseRows, row: number): void {
    this.forgetFresh();
    this.stretches = undefined;
    this.bind(bound, table);
    this.sparseRow = { bound, table, row };
    if (this.crosses.length === 0) return;
    // With crosses it may be no row to us, which has to be found out before anything changes.
    this.takeApart(this.sparseRow);
    this.sparseRow = undefined;
    this.readCrosses();
  }

  /** Begins with rows of sparse vectors. An index is not always the same column. */
  private bind(bound: BoundSparse, table: SparseRows): void {
    const { unlisted } = this;
    if (unlisted !== undefined && (unlisted.bound !== bound || unlisted.names !== table.names)) {
      this.list(unlisted);
    }
    bound.bind(table);
  }

  private takeApart({ bound, table, row }: SparseRow): void {
    const { entries, found } = this;
    const from = table.offsets[row];
    entries.begin(table.offsets[row + 1] - from);
    for (let n = 0; n < entries.count; n++) {
      const index = table.indices[from + n];
      entries.setNumber(n, "indicator", table.values[from + n]);
      found[n] = bound.column(index) ?? this.findSparse(bound, table, index);
    }
  }

  /** The same for rows of sparse vectors. */
  sparseJob(bound: BoundSparse, table: SparseRows, weights: Float64Array): SparseJob | undefined {
    if (this.crosses.length > 0) return undefined;
    this.bind(bound, table);
    this.coordinates.begin(true);
    return {
      rows: table,
      weights,
      coordinates: this.coordinates.count,
      known: bound.coordinates,
      meet: (entry) => this.meetSparse(bound, table, table.indices[entry]),
    };
  }

  /**
   * The coordinate of an index in a row that is about to be learned from, and whose values are numbers; given if need be.
   * −1 where that is not so simple.
   */
  private meetSparse(bound: BoundSparse, table: SparseRows, index: number): number {
    const { listed } = this;
    const placed = bound.coordinates[index];
    if (placed >= 0) return placed;
    const known = listed.size === 0 ? undefined : listed.get(nameOf(table.names, index));
    if (known === undefined) {
      if (this.coordinates.full || !bound.canPlace(index)) return -1;
      const coordinate = this.coordinates.next();
      bound.place(index, coordinate);
      this.unlisted ??= { bound, names: table.names, indices: [] };
      this.unlisted.indices.push(index);
      return coordinate;
    }
    if (known.cross || known.declared || known.kind !== "indicator") return -1;
    bound.know(index, known);
    return known.coordinate;
  }

  /** The column of an index that has not come before, or is not worth knowing. */
  private findSparse(bound: BoundSparse, table: SparseRows, index: number): Column {
    const name = nameOf(table.names, index);
    let column = this.columns.get(name);
    if (column === undefined) {
      column = new Column(name, undefined, false);
      this.fresh.set(name, column);
    } else if (column.cross) throw new RangeError(`column ${show(name)} has the name of a cross; rename it`);
    else if (!column.declared) bound.know(index, column);
    return column;
  }

  /** Puts the record that was read into the example. When `learning`, remembers what is new in it. */
  encode(example: Example, learning: boolean): void {
    const { entries, found, fresh, runs } = this;
    this.learning = learning;
    this.coordinates.begin(learning);
    if (this.positions.size > 0) this.positions.clear();

    example.clear(false);
    this.put(undefined, 0, 1, example);
    if (this.stretches !== undefined) return this.encodeTableRow(this.stretches, example);
    const { sparseRow } = this;
    if (sparseRow !== undefined) {
      this.sparseRow = undefined;
      if (sparseRow.bound.knows(sparseRow.table, sparseRow.row))
        return this.encodeSparseRow(sparseRow, example);
      this.takeApart(sparseRow);
    }
    const { used } = this.statistics;
    const isKnown = this.runsShape === entries.shape && this.runsUsed === used;
    for (let n = 0; n < entries.count; n++) {
      const column = found[n];
      const given = entries.kinds[n];
      // Nearly every value is a number of a column that has had some, and so are those after it; or a sparse feature
      // that has come before.
      if (!isKnown) runs[n] = this.runFrom(n);
      const run = runs[n];
      if (run >= SHORTEST_RUN) {
        this.encodeRun(column, n, run, example);
        n += run - 1;
      } else if (run > 0) {
        this.putViews(column, column.coordinate, entries.numbers, n, example);
      } else if (
        given === "indicator" &&
        column.kind === given &&
        column.coordinate >= 0 &&
        !column.crossed
      ) {
        this.put(column, column.coordinate, entries.numbers[n], example);
      } else if (given === undefined) this.encodeMissing(column, example);
      else this.encodeValue(column, given, n, example);
    }
    this.runsShape = entries.shape;
    // Columns that were given statistics just now may make longer runs.
    this.runsUsed = used;
    if (this.crosses.length > 0) this.encodeCrosses(example);
    this.placed = example.count;
    if (learning && fresh.size > 0) this.keepFresh();
  }

  /** A row of a table that has all its numbers, in columns that have their coordinates. */
  private encodeTableRow(stretches: readonly Stretch[], example: Example): void {
    const { columns, numbers } = this.boundTable as BoundTable;
    const table = this.table as TableRows;
    const { learning } = this;
    const { kernel } = this.statistics;
    const first = this.row * (table.apart ?? numbers);
    for (const { from, count, views, coordinate, statistics } of stretches) {
      if (!views) example.addValues(coordinate, table.numbers, first + from, count);
      else if (kernel !== undefined) {
        example.addRun(coordinate, kernel.see(table.numbers, first + from, count, statistics, learning));
      } else {
        for (let n = from; n < from + count; n++) {
          this.putViews(columns[n], columns[n].coordinate, table.numbers, first + n, example);
        }
      }
    }
    const texts = columns.length - numbers;
    for (let n = 0; n < texts; n++) {
      const code = table.codes[this.row * texts + n];
      if (code < 0) this.encodeMissing(columns[numbers + n], example);
      else this.encodeCategory(columns[numbers + n], table.dictionaries[n].values[code], false, example);
    }
    this.placed = example.count;
    this.stretches = undefined;
  }

  /** A row of sparse vectors all of whose indices have come before. */
  private encodeSparseRow({ bound, table, row }: SparseRow, example: Example): void {
    for (let k = table.offsets[row]; k < table.offsets[row + 1]; k++) {
      example.add(bound.coordinates[table.indices[k]], table.values[k]);
    }
    this.placed = example.count;
  }

  /** Whether entry n is a number of a column that has had some, and takes part in no cross. */
  private isUsual(n: number): boolean {
    const column = this.found[n];
    return (
      this.entries.kinds[n] === "number" &&
      column.kind === "number" &&
      column.statistics >= 0 &&
      !column.crossed
    );
  }

  /** How many entries from n on are such, of columns whose statistics and coordinates follow one another. */
  private runFrom(n: number): number {
    const { found } = this;
    if (!this.isUsual(n)) return 0;
    if (this.statistics.kernel === undefined) return 1;
    const { statistics, coordinate } = found[n];
    const most = Math.min(this.entries.count - n, LONGEST_RUN);
    let run = 1;
    while (
      run < most &&
      this.isUsual(n + run) &&
      found[n + run].statistics === statistics + VIEW_NUMBERS * run &&
      found[n + run].coordinate === coordinate + 2 * run
    ) {
      run++;
    }
    return run;
  }

  private encodeRun(first: Column, n: number, run: number, example: Example): void {
    const { entries, learning, found, owners } = this;
    const { kernel } = this.statistics;
    if (!learning) {
      for (let i = 0; i < run; i++) {
        owners[example.count + 2 * i] = owners[example.count + 2 * i + 1] = found[n + i];
      }
    }
    const views = (kernel as KernelViews).see(entries.numbers, n, run, first.statistics, learning);
    example.addRun(first.coordinate, views);
  }

  /**
   * Columns that were given a coordinate are remembered. Where `maxFeatures` leaves none they are left out, so that
   * their names take no memory either; a hashed column needs no coordinate, but counts as one.
   */
  private keepFresh(): void {
    const { hash, maxFeatures } = this.options;
    for (const [name, column] of this.fresh) {
      if (column.placed || (hash > 0 && this.columns.size < maxFeatures)) {
        this.columns.set(name, column);
        this.fresh.delete(name);
      }
    }
  }

  private encodeValue(column: Column, given: Kind, n: number, example: Example): void {
    const { entries } = this;
    if (column.kind === undefined && this.learning) column.kind = given;
    const kind = column.kind ?? given;
    const numeric = given === "number" || given === "indicator";
    if (kind === "number" && numeric) {
      this.encodeViews(column, this.coordinates.of(column, this.viewCount), n, example);
    } else if ((kind === "indicator" && numeric) || (kind === "boolean" && given === kind)) {
      this.put(column, this.coordinates.of(column, 1), entries.numbers[n], example);
    } else if (kind === "date" && given === kind) {
      this.encodeDate(column, n, example);
    } else if (given === "tokens") {
      for (const token of entries.texts[n]) this.encodeCategory(column, token, true, example);
    } else {
      this.encodeCategory(column, entries.textOf(n), false, example);
    }
  }

  private encodeMissing(column: Column, example: Example): void {
    this.put(column, this.coordinates.ofMissing(column), 1, example);
  }

  /** Entry n, a number or a time, by its two views, or as it is. */
  private encodeViews(column: Column, coordinate: number, n: number, example: Example): void {
    const x = this.entries.numbers[n];
    if (coordinate < 0) return;
    if (!this.options.views) this.put(column, coordinate, x, example);
    else if (column.statistics >= 0) this.putViews(column, coordinate, this.entries.numbers, n, example);
    // The first value is the zero of both views.
    else if (this.learning) column.statistics = this.statistics.start(x);
  }

  private putViews(
    column: Column,
    coordinate: number,
    numbers: Float64Array,
    n: number,
    example: Example,
  ): void {
    const { seen } = this;
    const { numbers: statistics } = this.statistics;
    const at = column.statistics;
    views(numbers, n, statistics, at, seen);
    if (this.learning) {
      statistics[at] = seen[0];
      statistics[at + 1] = seen[1];
      statistics[at + 2] = seen[2];
      statistics[at + 3] = seen[3];
    } else this.owners[example.count] = this.owners[example.count + 1] = column;
    example.addTwo(coordinate, seen[4], seen[5]);
  }

  private encodeDate(column: Column, n: number, example: Example): void {
    const date = new Date(this.entries.numbers[n]);
    const { circles, viewCount } = this;
    cycle(date.getUTCHours() + date.getUTCMinutes() / 60, 24, circles, 0);
    cycle(date.getUTCDay(), 7, circles, 2);
    cycle(date.getUTCMonth(), 12, circles, 4);
    const coordinate = this.coordinates.of(column, viewCount + CIRCLE_COORDINATES);
    if (coordinate < 0) return;
    this.encodeViews(column, coordinate, n, example);
    for (let c = 0; c < CIRCLE_COORDINATES; c++) {
      this.put(column, coordinate + viewCount + c, circles[c], example);
    }
  }

  /** Counts one at the coordinate of a category or token, which `repeats` where it may come again in the record. */
  private encodeCategory(column: Column, text: string, repeats: boolean, example: Example): void {
    const coordinate = this.coordinates.ofCategory(column, text);
    if (repeats || this.options.hash > 0) {
      const before = this.positions.get(coordinate);
      if (before !== undefined) {
        example.value[before] += 1;
        return;
      }
      if (coordinate >= 0) this.positions.set(coordinate, example.count);
    }
    this.put(column, coordinate, 1, example);
  }

  private encodeCrosses(example: Example): void {
    for (const { column, parts } of this.crosses) this.encodeCross(column, parts, 0, "", example);
  }

  /** Each text of the first part with each of the others: a bag is crossed token by token, what is missing is not. */
  private encodeCross(
    column: Column,
    parts: readonly Column[],
    n: number,
    text: string,
    example: Example,
  ): void {
    if (n === parts.length) return this.encodeCategory(column, text, true, example);
    for (const part of parts[n].texts) {
      // "a×b" with "c" is not "a" with "b×c".
      const next = part.replace(/[×\\]/g, "\\$&");
      this.encodeCross(column, parts, n + 1, n === 0 ? next : `${text}×${next}`, example);
    }
  }

  /** How many coordinates a number has. */
  private get viewCount(): number {
    return this.options.views ? 2 : 1;
  }

  private put(owner: Column | undefined, coordinate: number, value: number, example: Example): void {
    if (coordinate < 0) return;
    if (!this.learning) this.owners[example.count] = owner;
    example.add(coordinate, value);
  }

  /** The column of that name; made where there is none. */
  column(name: string): Column {
    let column = this.columns.get(name);
    if (column === undefined) {
      column = new Column(name, undefined, false);
      this.columns.set(name, column);
    }
    return column;
  }
}

/** What the column of an index is called. */
function nameOf(names: SparseRows["names"], index: number): string {
  return names?.values[index] ?? String(index);
}

/** Whether all of these are numbers to us: none is missing. */
function areNumbers(numbers: Float64Array, from: number, count: number): boolean {
  for (let n = from; n < from + count; n++) if (!(Math.abs(numbers[n]) <= 1e300)) return false;
  return true;
}
