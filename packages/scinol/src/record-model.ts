import { kernel } from "./kernel/kernel.ts";
import { isStandard, validator } from "./learner/options.ts";
import { checkWeight, Example } from "./linear/example.ts";
import { type Linear, linear } from "./linear/linear.ts";
import type { LinearOptions } from "./linear/options.ts";
import type { Arrays } from "./model-file.ts";
import { type LearnerOptions, linearOptions, type SettledOptions } from "./options.ts";
import { Progress } from "./progress.ts";
import { Column, type Kind } from "./records/column.ts";
import { Encoder } from "./records/encoder.ts";
import type { Record } from "./records/record.ts";
import { BoundSparse, type SparseRows } from "./records/sparse-rows.ts";
import { BoundTable, type TableLayout, type TableRows } from "./records/table.ts";
import { HORIZON } from "./records/views.ts";
import type { RowSource } from "./row-learner.ts";
import { show } from "./show.ts";

/** One line of `weights()`: what one more unit of a column, or the presence of a category, adds to a score. */
export interface NamedWeight {
  readonly name: string;
  readonly weight: number;
}

/** What one column of a record gave to a score. */
export interface Contribution {
  readonly column: string;
  readonly contribution: number;
}

/** total = baseline + the sum of contributions. */
export interface Explanation {
  readonly total: number;
  readonly baseline: number;
  readonly contributions: readonly Contribution[];
}

const CIRCLES = ["hour cos", "hour sin", "weekday cos", "weekday sin", "month cos", "month sin"];

/** A linear model fed by records: what classifiers and regressors have in common, memories' shares included. */
export class RecordModel {
  readonly settled: SettledOptions;
  readonly encoder: Encoder;
  readonly linear: Linear;
  /** Each memory's share of the answer. */
  readonly shares: Float64Array;
  readonly progress = new Progress();
  readonly schema: LearnerOptions["schema"];
  /** Whether it only predicts. */
  frozen = false;
  /** An application's own notes. */
  notes: unknown;
  private readonly validate: (record: Record) => Record;
  private readonly example = new Example();

  constructor(
    settled: SettledOptions,
    schema: LearnerOptions["schema"],
    loss: LinearOptions["loss"] & string,
  ) {
    this.settled = settled;
    this.schema = schema;
    this.validate = validator(schema);
    this.encoder = new Encoder(settled, settled.kernel === "js" ? undefined : kernel());
    this.linear = linear({ ...linearOptions(settled), loss, outputs: 1 });
    this.shares = new Float64Array(settled.memories.length).fill(1 / settled.memories.length);
  }

  get namedShares(): { member: string; share: number }[] {
    return [...this.shares].map((share) => ({ member: this.settled.rule, share }));
  }

  refuseIfFrozen(): void {
    if (this.frozen) throw new TypeError("this model is frozen: it only predicts");
  }

  /** Takes in a record and its importance, to be played next. Throws on what is not one; changes nothing. */
  read(record: Record, weight: number): void {
    checkWeight(weight);
    this.encoder.read(this.validate(record));
    this.example.weight = weight;
  }

  /** Takes in a row of a table and its importance, to be played next. */
  readRow(bound: BoundTable, rows: TableRows, row: number, weight: number): void {
    checkWeight(weight);
    this.encoder.readRow(bound, rows, row);
    this.example.weight = weight;
  }

  /** Rows of tables with these columns. */
  tables(layout: TableLayout): RowSource<TableRows> {
    const bound = new BoundTable(this.encoder, layout);
    return {
      begin: () => this.linear.beginRows(),
      read: (rows, row, weight) => this.readRow(bound, rows, row, weight),
      learnMany: (rows, from, to, weights, judge) => {
        const job = this.encoder.tableJob(bound, rows, weights);
        return job === undefined ? 0 : this.linear.learnTable(job, from, to, judge);
      },
    };
  }

  /** Rows of sparse vectors. */
  sparseRows(): RowSource<SparseRows> {
    const bound = new BoundSparse();
    return {
      begin: () => this.linear.beginRows(),
      read: (rows, row, weight) => {
        checkWeight(weight);
        this.encoder.readSparseRow(bound, rows, row);
        this.example.weight = weight;
      },
      learnMany: (rows, from, to, weights, judge) => {
        const job = this.encoder.sparseJob(bound, rows, weights);
        return job === undefined ? 0 : this.linear.learnSparse(job, from, to, judge);
      },
    };
  }

  /** Scores of the record just read: output k of memory j at k · memories + j. */
  play(learning: boolean): Float64Array {
    this.encoder.encode(this.example, learning);
    return this.linear.playExample(this.example);
  }

  /** Learns from `linear.slopes` at the scores just played. */
  digest(): void {
    this.linear.digest(this.example);
  }

  /**
   * Why the record just played, for predicting, has its score at an output: what each column gave to it, averaged over
   * the memories, the most telling first, and the constant apart. Told as zero + unit · score.
   */
  explain(output: number, unit = 1, zero = 0): Explanation {
    const { example, shares } = this;
    const { owners, placed } = this.encoder;
    const columns = new Map<string, number>();
    let baseline = 0;
    for (let j = 0; j < shares.length; j++) {
      const given = this.linear.contributions(example, output * shares.length + j);
      for (let n = 0; n < placed; n++) {
        const column = owners[n]?.name;
        // A rule that is not lazy has had the example spread over all coordinates.
        const part = shares[j] * given[example.dense ? example.chosen[n] : n];
        if (column === undefined) baseline += part;
        else columns.set(column, (columns.get(column) ?? 0) + part);
      }
    }
    baseline = zero + unit * baseline;
    const contributions = [...columns]
      .map(([column, contribution]) => ({ column, contribution: unit * contribution }))
      .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
    const total = contributions.reduce((sum, { contribution }) => sum + contribution, baseline);
    return { total, baseline, contributions };
  }

  /**
   * An output's weights by name, averaged over the memories, in the columns' own units. A numeric column has its slope
   * at its centre, both views together, and what that leaves at zero goes to the intercept. Told as zero + unit · score.
   */
  weights(output: number, unit = 1, zero = 0): { intercept: number; weights: NamedWeight[] } {
    const all = this.linear.weights();
    const width = all.intercept.length;
    const memories = this.shares.length;
    const weightOf = (coordinate: number) => {
      const [from, at] = coordinate === 0 ? [all.intercept, 0] : [all.weights, (coordinate - 1) * width];
      let weight = 0;
      for (let j = 0; j < memories; j++) weight += this.shares[j] * (from[at + output * memories + j] ?? 0);
      return unit * weight;
    };
    let intercept = zero + weightOf(0);
    const weights: NamedWeight[] = [];
    for (const column of this.encoder.columns.values()) {
      const { name, kind, coordinate } = column;
      if (coordinate >= 0 && (kind === "number" || kind === "date")) {
        const slope = this.slopeOf(column, weightOf);
        weights.push({ name, weight: slope.weight });
        intercept += slope.atZero;
      } else if (coordinate >= 0) weights.push({ name, weight: weightOf(coordinate) });
      if (coordinate >= 0 && kind === "date") {
        const first = coordinate + (this.settled.views ? 2 : 1);
        CIRCLES.forEach((part, n) => {
          weights.push({ name: `${name}: ${part}`, weight: weightOf(first + n) });
        });
      }
      for (const [text, at] of column.categories)
        weights.push({ name: `${name}=${text}`, weight: weightOf(at) });
      if (column.missing >= 0) weights.push({ name: `${name} is missing`, weight: weightOf(column.missing) });
    }
    if (this.settled.hash > 0) {
      for (let at = 1; at <= 2 ** this.settled.hash; at++) {
        if (weightOf(at) !== 0) weights.push({ name: `#${at - 1}`, weight: weightOf(at) });
      }
    }
    return { intercept, weights };
  }

  private slopeOf(
    column: Column,
    weightOf: (coordinate: number) => number,
  ): { weight: number; atZero: number } {
    const { coordinate, statistics } = column;
    if (!this.settled.views) return { weight: weightOf(coordinate), atZero: 0 };
    if (statistics < 0) return { weight: 0, atZero: 0 };
    const [n, m, centre, spread] = this.encoder.statistics.numbers.subarray(statistics, statistics + 4);
    // The next value takes part in the mean that it is measured from.
    const level = weightOf(coordinate) * (1 - 1 / Math.min(n + 1, HORIZON));
    const bend = spread === 0 ? 0 : weightOf(coordinate + 1) / spread;
    return { weight: level + bend, atZero: -level * m - bend * centre };
  }

  /** What there is to read about the model, its task apart. */
  describe(): object {
    return {
      options: this.settled,
      progress: this.progress,
      shares: this.namedShares,
      columns: [...this.encoder.columns.values()].map(({ name, kind, categories }) => ({
        name,
        kind,
        categories: categories.size,
      })),
    };
  }

  /** What a model file keeps: names as JSON, numbers as numbers. Frozen, nothing that only learning needs. */
  save(frozen: boolean): { header: SavedHeader; arrays: Arrays } {
    const { encoder } = this;
    // What runs the arithmetic is not part of a model: it gives the same bits.
    const { kernel: _, ...options } = this.settled;
    const columns = [...encoder.columns.values()].map((column) => ({
      name: column.name,
      kind: column.kind,
      declared: column.declared,
      coordinate: column.coordinate,
      missing: column.missing,
      statistics: column.statistics,
      categories: [...column.categories],
    }));
    return {
      header: {
        frozen,
        validated: isStandard(this.schema),
        options,
        columns,
        coordinates: encoder.coordinates.count,
        ignored: encoder.coordinates.ignored,
        notes: this.notes,
      },
      arrays: {
        model: this.linear.save(),
        statistics: encoder.statistics.all.slice(),
        shares: this.shares,
        ...(frozen ? {} : { progress: this.progress.save() }),
      },
    };
  }

  load(header: SavedHeader, arrays: Arrays): void {
    const { encoder } = this;
    for (const saved of header.columns) {
      const column = encoder.columns.get(saved.name) ?? new Column(saved.name, saved.kind, saved.declared);
      column.kind = saved.kind;
      column.coordinate = saved.coordinate;
      column.missing = saved.missing;
      column.statistics = saved.statistics;
      for (const [text, coordinate] of saved.categories) column.place(text, coordinate);
      const places = [saved.coordinate, saved.missing, ...column.categories.values()];
      checkPlaces(places, header.coordinates, saved.name);
      checkPlaces([saved.statistics], arrays.statistics.length, saved.name);
      encoder.columns.set(saved.name, column);
    }
    encoder.coordinates.count = header.coordinates;
    encoder.coordinates.ignored = header.ignored;
    encoder.statistics.load(arrays.statistics);
    this.shares.set(arrays.shares);
    this.linear.load(arrays.model);
    this.frozen = header.frozen;
    this.notes = header.notes;
    if (!header.frozen) this.progress.load(arrays.progress);
  }
}

function checkPlaces(places: readonly number[], most: number, name: string): void {
  for (const place of places) {
    if (!Number.isInteger(place) || place < -1 || place >= most) {
      throw new RangeError(`column ${show(name)} is said to be at ${show(place)} of ${most}`);
    }
  }
}

export interface SavedHeader {
  readonly frozen: boolean;
  /** Whether records went through a validator, which no file can hold. */
  readonly validated: boolean;
  readonly options: SettledOptions;
  readonly coordinates: number;
  readonly ignored: number;
  readonly notes?: unknown;
  // JSON leaves out a kind that is not settled.
  readonly columns: readonly (Pick<Column, "name" | "declared" | "coordinate" | "missing" | "statistics"> & {
    readonly kind?: Kind | undefined;
    readonly categories: readonly (readonly [string, number])[];
  })[];
}
