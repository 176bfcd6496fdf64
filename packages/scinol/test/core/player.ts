import * as layout from "../../src/core/layout.ts";
import { Block } from "../../src/engine/block.ts";
import { engine } from "../../src/engine/engine.ts";
import { OwnHome } from "../../src/engine/home.ts";
import { Region } from "../../src/engine/region.ts";

/*
 * What the tests of the default learner's arithmetic need of it. Rows are columns of numbers and sparse features by index,
 * as the encoder hands them over; nothing here knows records or names.
 */

/**
 * `log`: two classes, labels -1 and +1. `softmax`: `classes` of them, labels 0 to K - 1, all known from the start.
 * `classes`: met one by one; a label is any number that names a class.
 */
export type Loss = "log" | "softmax" | "classes" | "huber" | "squared" | "absolute" | "quantile";

export interface Setting {
  loss: Loss;
  /** Of `quantile`; else without a meaning. */
  tau: number;
  /** How many columns, the 0/1 columns included. */
  columns: number;
  /** Which columns are 0/1. */
  flags: readonly boolean[];
  /** Of `softmax`; else 0. */
  classes: number;
  /** How many sparse features (indicators) there are: indices are below this. */
  indicators: number;
}

export interface Row {
  /** One per column. Missing: NaN, infinite, or beyond 1e300. */
  numbers: Float64Array;
  /** The sparse features of this row, each at most once. */
  indices: Int32Array;
  /** Their values; undefined if all are 1. */
  values: Float64Array | undefined;
  label: number;
  weight: number;
  /** The row was learned from before. */
  again: boolean;
  /** What was said when the row was predicted, if its label comes late. */
  said: Said | undefined;
}

/** What a prediction was made of. */
export type Said = Float64Array;

export interface PlayerOptions {
  readonly engine?: "auto" | "js";
  readonly members?: number;
}

const LOSSES: { readonly [loss in Loss]: number } = {
  log: layout.TWO_CLASSES,
  softmax: layout.SOFTMAX,
  classes: layout.TWO_CLASSES,
  huber: layout.HUBER,
  squared: layout.SQUARED,
  absolute: layout.ABSOLUTE,
  quantile: layout.QUANTILE,
};

export class Player {
  readonly region: Region;
  private readonly setting: Setting;
  private readonly block: Block;
  private readonly met: number[] = [];
  private sigmaBefore = 0;
  private loss = Number.NaN;

  constructor(setting: Setting, options: PlayerOptions = {}) {
    const space = engine(options.engine ?? "auto").space();
    this.setting = setting;
    this.block = new Block(setting.columns);
    this.region = new Region(new OwnHome(space), {
      loss: LOSSES[setting.loss],
      members: options.members ?? layout.MEMBERS,
      level: setting.tau,
    });
    const outputs = setting.loss === "softmax" ? setting.classes : 1;
    this.region.grow({ outputs, flags: setting.flags, features: 1 + setting.indicators });
  }

  /** Learns from a row, and returns the loss of the live answer before it (or of what was said), in the target's unit. */
  learn(row: Row): number {
    this.sigmaBefore = this.target().sigma;
    this.read(row, this.setting.loss === "classes" ? this.meet(row.label) : row.label);
    this.block.learn(this.region, { again: row.again, ...(row.said && { said: [row.said] }) });
    this.loss = this.block.losses[0];
    return this.loss;
  }

  /** The loss of the latest `learn` in units of sigma; NaN if it had none. For classes the same as `learn` returned. */
  lossInSigma(): number {
    if (!this.isNumber) return this.loss;
    const { sigmaBefore: σ } = this;
    return σ > 0 ? this.loss / (this.setting.loss === "squared" ? σ * σ : σ) : Number.NaN;
  }

  /**
   * The answer to a row; its label and `said` are not looked at.
   * Numbers: one, in the target's unit, held to the range of the labels. `log`: the log odds of +1. `softmax`: the
   * logarithms of the probabilities. `classes`: the log odds of the second class until the third is met (0 before the
   * first), then the logarithms of the probabilities in the order in which they were met.
   */
  predict(row: Row, steady: boolean): number[] {
    this.read(row, 0);
    this.block.predict(this.region, { steady, saying: true });
    const { outputs } = this.region.shape;
    const answers = [...this.block.answers.subarray(0, outputs)];
    if (this.isNumber) return answers;
    return outputs === 1 ? [Math.log(answers[0] / (1 - answers[0]))] : answers.map(Math.log);
  }

  /** What the latest `predict` was made of. */
  said(): Said {
    return this.block.saidOf(this.region, 0);
  }

  /** Of a number target, as it is now: sigma, and the greatest slope R of squared loss. 0 and 1 for classes. */
  target(): { sigma: number; slope: number } {
    const { address, home } = this.region;
    const at = (offset: number) => home.space.doubles[(address + offset) >> 3];
    return { sigma: at(layout.TARGET + layout.SPREAD), slope: at(layout.RECORD_SLOPE) };
  }

  private get isNumber(): boolean {
    return LOSSES[this.setting.loss] >= layout.HUBER;
  }

  /** The label as the core has it. The second class takes +1; from the third on classes are numbered. */
  private meet(label: number): number {
    if (!this.met.includes(label)) this.met.push(label);
    const { length } = this.met;
    if (length > 2 && this.region.shape.outputs < length) {
      this.region.grow({ ...this.region.shape, outputs: length });
    }
    const index = this.met.indexOf(label);
    return length > 2 ? index : index === 1 ? 1 : -1;
  }

  private read(row: Row, label: number): void {
    const { block } = this;
    block.clear();
    block.numbers.set(row.numbers, block.begin());
    for (let n = 0; n < row.indices.length; n++) block.add(1 + row.indices[n], row.values?.[n] ?? 1);
    block.end(label, row.weight);
  }
}

export function player(setting: Setting, options?: PlayerOptions): Player {
  return new Player(setting, options);
}
