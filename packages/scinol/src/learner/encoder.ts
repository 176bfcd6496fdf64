import { NONE, UNKNOWN } from "../core/layout.ts";
import type { Block } from "../engine/block.ts";
import { type Kind, readDeclared } from "../records/column.ts";
import { Entries, MOST_VALUES, type Record } from "../records/record.ts";
import { show } from "../show.ts";
import { Column } from "./column.ts";
import { DAY, Moments } from "./moments.ts";
import { SharedFeatures } from "./shared-features.ts";
import { type EncoderOptions, refuseCross, Vocabulary } from "./vocabulary.ts";

interface Cross {
  readonly column: Column;
  readonly parts: readonly Column[];
}

/**
 * Turns records into rows of a block: the numbers of numeric and 0/1 columns by their place, all else as features with
 * values. Names are known here, and nowhere below.
 *
 * Encoding has three steps. `read` takes a record apart and throws on what is none. `place` finds out which numeric columns
 * it has. `write` adds it to a block. While learning, what is new gets a place; while predicting it stays unknown.
 *
 * A value of another kind than its column's is a category of that column, under its text: "n/a" in a column of numbers is
 * an indicator of its own, 5 in a column of categories is the category "5".
 */
export class Encoder {
  readonly vocabulary: Vocabulary;
  private readonly entries = new Entries();
  /** The column of each entry; those of the record before are tried first, as most records look alike. */
  private readonly found: Column[] = [];
  private foundNaming = -1;
  /** Columns of this record that the vocabulary does not have. */
  private readonly fresh = new Map<string, Column>();
  /** The place of each entry among the block's numbers; NONE for those that are features. */
  private places = new Int32Array(64);
  private placedShape = -1;
  private readonly dates: number[] = [];
  private readonly crosses: readonly Cross[];
  private readonly shared = new SharedFeatures();
  private readonly moments: Moments;
  private records = 0;

  constructor(options: EncoderOptions) {
    this.vocabulary = new Vocabulary(options);
    this.moments = new Moments(this.vocabulary);
    this.crosses = options.crosses.map((names) => this.crossOf(names));
  }

  private crossOf(names: readonly string[]): Cross {
    const name = names.join("×");
    if (this.vocabulary.columns.has(name)) {
      throw new RangeError(`the cross ${show(name)} has the name of a column`);
    }
    const parts = names.map((part) => this.declare(part));
    for (const part of parts) part.texts = [];
    const column = this.declare(name);
    column.kind = "category";
    column.isCross = true;
    return { column, parts };
  }

  /** The column of that name, kept although no record has had it. */
  private declare(name: string): Column {
    const column = this.vocabulary.columns.get(name) ?? new Column(name, undefined, false);
    this.vocabulary.columns.set(name, column);
    return column;
  }

  /** Forgets what was found of the last records: columns may be others now. */
  forget(): void {
    this.fresh.clear();
    this.found.length = 0;
    this.foundNaming = this.placedShape = -1;
  }

  /** Whether a record is being taken apart, which may run its own code. */
  get isReading(): boolean {
    return this.entries.isReading;
  }

  get hasCrosses(): boolean {
    return this.crosses.length > 0;
  }

  /** Takes a record apart, to be placed next; throws on what is no record, and changes nothing. */
  read(record: Record): void {
    if (this.fresh.size > 0) this.forget();
    this.entries.read(record);
    if (this.entries.naming !== this.foundNaming) this.find();
    if (this.crosses.length > 0) this.readCrosses();
  }

  /** Finds the column of each entry by its name. */
  private find(): void {
    const { entries, found, fresh, vocabulary } = this;
    let hasDeclared = false;
    this.foundNaming = this.placedShape = -1;
    const stamp = ++this.records;
    for (let n = 0; n < entries.count; n++) {
      const name = entries.names[n];
      let column: Column | undefined = found[n];
      if (column === undefined || column.name !== name)
        column = vocabulary.columns.get(name) ?? fresh.get(name);
      if (column === undefined) {
        column = new Column(name, undefined, false);
        fresh.set(name, column);
      }
      if (column.lastSeen === stamp) throw new RangeError(`column ${show(name)} comes twice in one record`);
      refuseCross(column);
      column.lastSeen = stamp;
      if (column.declared) {
        readDeclared(column, entries, n);
        hasDeclared = true;
      }
      found[n] = column;
    }
    // Declared columns parse their values, which has to be done anew for every record.
    if (!hasDeclared) this.foundNaming = entries.naming;
  }

  /** Collects the texts that crosses are made of. */
  private readCrosses(): void {
    const { entries, found, crosses } = this;
    this.clearCrosses();
    for (let n = 0; n < entries.count; n++) {
      const kind = entries.kinds[n];
      if (found[n].texts === undefined || kind === undefined) continue;
      found[n].texts = kind === "tokens" ? (entries.texts[n] as readonly string[]) : [entries.textOf(n)];
    }
    for (const { column, parts } of crosses) {
      const count = parts.reduce((product, { texts }) => product * texts!.length, 1);
      if (count > MOST_VALUES) {
        throw new RangeError(
          `the cross ${show(column.name)} has ${count} values in one record; shorten its lists`,
        );
      }
    }
  }

  /** Finds the places of the record's numbers; new columns get one while learning. */
  place(isLearning: boolean): void {
    const { entries, found, vocabulary, dates } = this;
    vocabulary.begin(isLearning);
    if (this.placedShape === entries.shape) return;
    this.placedShape = -1;
    if (this.places.length < entries.count) this.places = new Int32Array(2 * entries.count);
    const { places } = this;
    dates.length = 0;
    let isKnown = this.fresh.size === 0;
    for (let n = 0; n < entries.count; n++) {
      const given = entries.kinds[n];
      const column = found[n];
      places[n] = NONE;
      if (given === undefined) continue;
      vocabulary.setKind(column, given);
      // While predicting, a column without a kind stays without.
      if (column.kind === undefined) isKnown = false;
      const kind = column.kind ?? given;
      if (kind === "date" && given === kind) dates.push(n);
      else if (isNumeric(kind, given)) places[n] = vocabulary.numberOf(column, kind === "boolean");
      if (places[n] < 0 && isNumeric(kind, given)) isKnown = false;
    }
    // A date's number is its distance from the record's first other date, by name, whatever the order of the columns.
    dates.sort((one, other) => (found[one].name < found[other].name ? -1 : 1));
    for (const n of dates) {
      if (dates.length > 1) places[n] = vocabulary.numberOf(found[n], false);
      if (places[n] === UNKNOWN) isKnown = false;
    }
    if (isKnown) this.placedShape = entries.shape;
  }

  /** Adds the record to a block, as a row of as many numbers as the vocabulary has places. */
  write(block: Block, label: number, weight: number): void {
    const { entries, found, vocabulary, places } = this;
    const from = block.begin();
    const { numbers } = block;
    numbers.fill(Number.NaN, from, from + block.columns);
    const stamp = this.beginRow();
    for (let n = 0; n < entries.count; n++) {
      const column = found[n];
      column.lastSeen = entries.kinds[n] === undefined ? 0 : stamp;
      const place = places[n];
      if ((column.kind ?? entries.kinds[n]) === "date" && entries.kinds[n] === "date") {
        this.moments.write(block, column, entries.numbers[n]);
        if (place >= 0) numbers[from + place] = this.daysFromOther(n);
        else if (place === UNKNOWN) block.unknownColumns++;
      } else if (place >= 0) numbers[from + place] = entries.numbers[n];
      else if (place !== UNKNOWN) this.writeFeatures(block, column, n);
      else if ((column.kind ?? entries.kinds[n]) === "number") block.unknownColumns++;
    }
    this.writeMissing(block, stamp);
    this.writeCrosses(block);
    block.end(label, weight);
    if (vocabulary.isLearning && this.fresh.size > 0) this.keepFresh();
  }

  /** Begins a row; returns the stamp of the columns that it has. */
  beginRow(): number {
    this.shared.begin();
    return ++this.records;
  }

  /** Adds that columns are missing which do not have the row's stamp. */
  writeMissing(block: Block, stamp: number): void {
    const { vocabulary } = this;
    for (const column of vocabulary.missable) {
      if (column.lastSeen !== stamp) block.addKnown(vocabulary.missingOf(column), 1);
    }
  }

  /** Distance of entry n, a date, from the record's first other date. */
  private daysFromOther(n: number): number {
    const { dates, entries } = this;
    return (entries.numbers[n] - entries.numbers[dates[0] === n ? dates[1] : dates[0]]) / DAY;
  }

  /** Columns that were given a place are remembered; the names of others take no memory. */
  private keepFresh(): void {
    const { vocabulary } = this;
    for (const column of this.fresh.values()) {
      // A hashed column has no coordinate of its own, but counts as one.
      const counts =
        vocabulary.hash > 0 && column.kind !== undefined && vocabulary.columns.size < vocabulary.most;
      if (column.isPlaced || counts) vocabulary.add(column);
    }
    this.forget();
  }

  /** A value that is no number of its column: an indicator, tokens, or a category. */
  private writeFeatures(block: Block, column: Column, n: number): void {
    const { entries, vocabulary } = this;
    const given = entries.kinds[n];
    if (given === undefined) return;
    const kind = column.kind ?? given;
    // A column that maxFeatures has left out.
    if (isNumeric(kind, given)) return;
    if (kind === "indicator" && (given === "number" || given === "indicator")) {
      block.addKnown(vocabulary.featureOf(column, 1), entries.numbers[n]);
    } else if (given === "tokens") {
      for (const token of entries.texts[n]) this.writeCategory(block, column, token, true);
    } else this.writeCategory(block, column, entries.textOf(n), false);
  }

  writeCategory(block: Block, column: Column, text: string, repeats: boolean): void {
    const feature = this.vocabulary.categoryOf(column, text);
    if (repeats || this.vocabulary.hash > 0) this.shared.add(block, feature, `${column.name}\0${text}`, 1);
    else block.addKnown(feature, 1);
  }

  /** Adds what the crosses' parts, whose texts are known, make together. */
  writeCrosses(block: Block): void {
    for (const { column, parts } of this.crosses) this.writeCross(block, column, parts, 0, "");
  }

  /** Forgets the texts of a row that crosses are made of. */
  clearCrosses(): void {
    for (const { parts } of this.crosses) for (const part of parts) part.texts = [];
  }

  /** Each text of the first part with each of the others: lists are crossed token by token, what is missing is not. */
  private writeCross(block: Block, column: Column, parts: readonly Column[], n: number, text: string): void {
    if (n === parts.length) return this.writeCategory(block, column, text, true);
    for (const part of parts[n].texts!) {
      // "a×b" with "c" is not "a" with "b×c".
      const next = part.replace(/[×\\]/g, "\\$&");
      this.writeCross(block, column, parts, n + 1, n === 0 ? next : `${text}×${next}`);
    }
  }
}

/** Whether a value of one kind is a number of a column of another: true and false are 1 and 0. */
function isNumeric(kind: Kind, given: Kind): boolean {
  const isNumber = given === "number" || given === "indicator" || given === "boolean";
  return isNumber && (kind === "number" || kind === "boolean");
}
