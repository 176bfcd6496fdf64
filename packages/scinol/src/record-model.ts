import { Example } from "./linear/example.ts";
import { checkWeight, type Linear, type LinearOptions, linear } from "./linear/linear.ts";
import { type LearnerOptions, linearOptions, type SettledOptions, validator } from "./options.ts";
import { Column } from "./records/column.ts";
import { Encoder } from "./records/encoder.ts";
import type { Record } from "./records/record.ts";

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

/** Puts a row of some table into an example. */
export interface RowEncoder<Rows> {
  encode(table: Rows, row: number, example: Example, learning: boolean): void;
}

const CIRCLES = ["hour cos", "hour sin", "weekday cos", "weekday sin", "month cos", "month sin"];

/** A linear model fed by records: what classifiers and regressors have in common, memories' shares included. */
export class RecordModel {
  readonly settled: SettledOptions;
  readonly encoder: Encoder;
  readonly linear: Linear;
  /** Each memory's share of the answer. */
  readonly shares: Float64Array;
  private readonly validate: (record: Record) => Record;
  private readonly example = new Example();

  constructor(
    settled: SettledOptions,
    schema: LearnerOptions["schema"],
    loss: LinearOptions["loss"] & string,
  ) {
    this.settled = settled;
    this.validate = validator(schema);
    this.encoder = new Encoder(settled);
    this.linear = linear({ ...linearOptions(settled), loss, outputs: 1 });
    this.shares = new Float64Array(settled.memories.length).fill(1 / settled.memories.length);
  }

  /** Takes in a record and its importance, to be played next. Throws on what is not one; changes nothing. */
  read(record: Record, weight: number): void {
    checkWeight(weight);
    this.encoder.read(this.validate(record));
    this.example.weight = weight;
  }

  /** Scores of the record just read: output k of memory j at k · memories + j. */
  play(learning: boolean): Float64Array {
    this.encoder.encode(this.example, learning);
    return this.linear.playExample(this.example);
  }

  /** How many coordinates there are, the constant included. */
  get coordinates(): number {
    return this.encoder.coordinates;
  }

  /** Scores of a row of a table. */
  playRow<Rows>(
    encoder: RowEncoder<Rows>,
    table: Rows,
    row: number,
    weight: number,
    learning: boolean,
  ): Float64Array {
    this.example.weight = weight;
    encoder.encode(table, row, this.example, learning);
    return this.linear.playExample(this.example);
  }

  /** Learns from `linear.slopes` at the scores just played. */
  digest(): void {
    this.linear.digest(this.example);
  }

  /** What each column gave to an output's score just played, averaged over the memories; the constant apart. */
  contributions(output: number): { baseline: number; columns: Map<string, number> } {
    const columns = new Map<string, number>();
    let baseline = 0;
    for (let j = 0; j < this.shares.length; j++) {
      const given = this.linear.contributions(this.example, output * this.shares.length + j);
      for (let n = 0; n < given.length; n++) {
        const column = this.encoder.owners[n]?.name;
        const part = this.shares[j] * given[n];
        if (column === undefined) baseline += part;
        else columns.set(column, (columns.get(column) ?? 0) + part);
      }
    }
    return { baseline, columns };
  }

  /**
   * An output's weights by name, averaged over the memories, in the columns' own units. A numeric column has its slope
   * at its centre, both views together, and what that leaves at zero goes to the intercept.
   */
  weights(output: number): { intercept: number; weights: NamedWeight[] } {
    const all = this.linear.weights();
    const width = all.intercept.length;
    const memories = this.shares.length;
    const weightOf = (coordinate: number) => {
      const [from, at] = coordinate === 0 ? [all.intercept, 0] : [all.weights, (coordinate - 1) * width];
      let weight = 0;
      for (let j = 0; j < memories; j++) weight += this.shares[j] * (from[at + output * memories + j] ?? 0);
      return weight;
    };
    let intercept = weightOf(0);
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
    const [, m, centre, spread] = this.encoder.statistics.subarray(statistics, statistics + 4);
    const level = weightOf(coordinate);
    const bend = spread === 0 ? 0 : weightOf(coordinate + 1) / spread;
    return { weight: level + bend, atZero: -level * m - bend * centre };
  }

  /** What a model file keeps: names as JSON, numbers as numbers. */
  save(): { header: object; arrays: { [name: string]: Float64Array } } {
    const { encoder } = this;
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
        options: this.settled,
        outputs: this.linear.outputs,
        columns,
        coordinates: encoder.coordinates,
        ignored: encoder.ignored,
      },
      arrays: {
        model: this.linear.save(),
        statistics: encoder.statistics.slice(0, encoder.statisticsUsed),
        shares: this.shares,
      },
    };
  }

  load(header: SavedHeader, arrays: { [name: string]: Float64Array }): void {
    const { encoder } = this;
    for (const saved of header.columns) {
      const column = encoder.columns.get(saved.name) ?? new Column(saved.name, saved.kind, saved.declared);
      column.kind = saved.kind;
      column.coordinate = saved.coordinate;
      column.missing = saved.missing;
      column.statistics = saved.statistics;
      for (const [text, coordinate] of saved.categories) column.categories.set(text, coordinate);
      encoder.columns.set(saved.name, column);
    }
    encoder.coordinates = header.coordinates;
    encoder.ignored = header.ignored;
    encoder.statisticsUsed = arrays.statistics.length;
    encoder.statistics = new Float64Array(Math.max(64, 2 * arrays.statistics.length));
    encoder.statistics.set(arrays.statistics);
    this.shares.set(arrays.shares);
    this.linear.growOutputs(header.outputs);
    this.linear.load(arrays.model);
  }
}

export interface SavedHeader {
  readonly options: SettledOptions;
  readonly outputs: number;
  readonly coordinates: number;
  readonly ignored: number;
  readonly columns: readonly (Pick<
    Column,
    "name" | "kind" | "declared" | "coordinate" | "missing" | "statistics"
  > & {
    readonly categories: readonly (readonly [string, number])[];
  })[];
}
