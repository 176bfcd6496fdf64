import type { Engine } from "../linear/engine.ts";
import type { Example } from "../linear/example.ts";
import { checkSaved, HEADER } from "../linear/saved.ts";
import type { Round } from "../rules/rule.ts";
import type { Kernel } from "./kernel.ts";
import { KernelMemory, type KernelOptions } from "./kernel-memory.ts";
import { KernelRows, type SparseJob, type TableJob } from "./kernel-rows.ts";
import { kernelRule } from "./kernel-rule.ts";
import type { TwoClasses } from "./kernel-two.ts";

/** What becomes of rows that were played. */
export interface RowsJudge {
  readonly round: Round;
  readonly scores: Float64Array;
  readonly slopes: Float64Array;
  /** Turns the scores of a row into slopes. */
  judge(row: number): void;
  /** Rows that the kernel judges by itself. */
  readonly two: TwoClasses | undefined;
}

/** A model inside WebAssembly, run by the kernels of assembly/: one example after another. */
export class KernelState extends KernelMemory implements Engine {
  t = 0;
  N = 0;
  d = 0;
  features = 0;
  readonly unfade: number;
  /** How often the memory has been laid out. */
  arranged = 0;
  /** 0 is ScInOL₂. */
  private readonly rule: number;
  /** The example in memory, and the weights it was played with. */
  private played: Example | undefined;
  private readonly rows = new KernelRows(this);
  /** Who judges the rows at hand. */
  private judge: RowsJudge | undefined;

  constructor(kernel: Kernel, options: KernelOptions, features: number, width: number) {
    super(kernel, options, width);
    this.unfade = 1 / options.scaleMemory;
    this.rule = kernelRule(options.rule);
    kernel.host.judge = this.judgeRow;
    this.growFeatures(features);
  }

  growFeatures(features: number): void {
    this.reach(features);
    if (features > this.features) this.features = features;
  }

  /** Counts the rounds of a batch, with the features in it that were never seen before. */
  advance(rounds: number, fresh: number): void {
    this.t += rounds;
    this.d += fresh;
    this.played = undefined;
  }

  play(example: Example, round: Round, scores: Float64Array): void {
    this.playAgain(example);
    this.tellScores(round, scores);
  }

  /** The scores of what the kernel has just played, and the round it would be. */
  private tellScores(round: Round, scores: Float64Array): void {
    const { numbers, at, width } = this;
    const { stakes, rule } = this.options;
    round.t = this.t + 1;
    round.N = stakes || rule.coupled ? this.N + numbers[at.sums / 8 + 1] : this.N;
    round.d = this.d + numbers[at.sums / 8 + 2];
    // Nothing has been at work while every feature has been zero: there is nothing to divide by.
    round.divisor = stakes && round.N > 0 ? Math.sqrt(round.N / round.t) : 1;
    const from = this.lanes === 1 ? at.sums / 8 : at.scores / 8;
    for (let c = 0; c < width; c++) scores[c] = numbers[from + c] / round.divisor;
  }

  digest(example: Example, round: Round, slopes: Float64Array): void {
    // Something else may have been asked between playing and learning.
    if (this.played !== example) this.playAgain(example);
    const { kernel, at, lanes, unfade } = this;
    const { count, dense } = example;
    const importance = this.importanceOf(example);
    const index = dense ? 0 : at.index;
    if (lanes > 1) this.takeSlopes(slopes);
    if (this.rule > 0) {
      const { rule, settings } = this.options;
      kernel.beginRound(rule.rate === undefined ? settings.epsilon : rule.rate(round), round.t);
      // Spelled out: a call into WebAssembly whose arguments are spread takes far longer.
      if (lanes === 1) {
        kernel.digestOther(
          this.rule,
          count,
          index,
          at.value,
          at.state,
          at.spare,
          unfade,
          importance,
          slopes[0],
        );
      } else {
        kernel.digestOtherMany(
          this.rule,
          count,
          index,
          at.value,
          at.state,
          8 * lanes,
          unfade,
          importance,
          at.slopes,
          at.keep,
        );
      }
    } else if (lanes > 1) {
      kernel.digestMany(
        count,
        index,
        at.value,
        at.ω,
        at.state,
        8 * lanes,
        unfade,
        importance,
        at.slopes,
        at.keep,
      );
    } else if (dense) {
      kernel.digestDense(count, at.value, at.ω, at.state, unfade, importance, slopes[0]);
    } else {
      kernel.digestSparse(count, at.index, at.value, at.ω, at.state, unfade, importance, slopes[0]);
    }
    this.played = undefined;
    this.count(round);
  }

  private takeSlopes(slopes: Float64Array): void {
    const at = this.at.slopes / 8;
    for (let c = 0; c < this.width; c++) this.numbers[at + c] = slopes[c];
  }

  /** The rounds there have been, with their sums. */
  count({ t, N, d }: Pick<Round, "t" | "N" | "d">): void {
    this.t = t;
    this.N = N;
    this.d = d;
  }

  /** Begins with a block of rows. */
  beginRows(): void {
    this.rows.begin();
  }

  /** Learns from rows of a table, as far as they have nothing new; answers how many. */
  learnTable(job: TableJob, from: number, to: number, judge: RowsJudge): number {
    if (this.rule > 0) return 0;
    this.beginJudging(judge);
    return this.rows.learnTable(job, from, to, judge.two);
  }

  /** The same for rows of sparse vectors. */
  learnSparse(job: SparseJob, from: number, to: number, judge: RowsJudge): number {
    if (this.rule > 0) return 0;
    this.beginJudging(judge);
    return this.rows.learnSparse(job, from, to, judge.two);
  }

  private beginJudging(judge: RowsJudge): void {
    this.judge = judge;
    this.played = undefined;
  }

  /** What the kernel has the host do between playing a row and learning from it. One function, compiled only once. */
  private readonly judgeRow = (row: number): void => {
    const { round, scores, slopes, judge } = this.judge!;
    this.tellScores(round, scores);
    judge(row);
    this.takeSlopes(slopes);
    this.count(round);
  };

  /** Writes down where everything is, for the kernels that are told so much; see `Model` in assembly/rows.ts. */
  tell(address: number, first: number, two: number): void {
    const { at, lanes } = this;
    const { state, index, value, ω, scores, sums, slopes, keep } = at;
    this.wholes.set([8 * lanes, state, index, value, ω, scores, sums, slopes, keep, first, two], address / 4);
  }

  contributions(example: Example, cell: number): Float64Array {
    if (this.played !== example) this.playAgain(example);
    const importance = this.importanceOf(example);
    const given = new Float64Array(example.count);
    for (let n = 0; n < example.count; n++) {
      const x = example.value[n];
      if (x === 0) continue;
      const unit = this.numbers[this.addressOf(example.dense ? n : example.index[n])] * this.unfade;
      const size = Math.abs(x) * importance;
      given[n] =
        (size * unit > 1 ? x * (1 / size) : x * unit) * this.numbers[this.at.ω / 8 + n * this.lanes + cell];
    }
    return given;
  }

  save(): Float64Array {
    const stride = 1 + this.options.rule.slots.length * this.width;
    const saved = new Float64Array(HEADER + this.features * stride);
    saved.set([this.t, this.N, this.d, this.features, this.width]);
    for (let i = 0; i < this.features; i++) saved.set(this.feature(i), HEADER + i * stride);
    return saved;
  }

  load(saved: Float64Array, fixed: number | undefined): void {
    checkSaved(saved, this.options.rule, this.width, fixed);
    const [t, N, d, features] = saved;
    this.fill(features, saved, HEADER);
    this.t = t;
    this.N = N;
    this.d = d;
    this.features = features;
    this.played = undefined;
  }

  /** Copies the example in and plays it; sums and weights stay in memory. */
  private playAgain(example: Example): void {
    const { count, dense, index, value } = example;
    this.reserveEntries(count);
    const { kernel, at, lanes, unfade, numbers } = this;
    const importance = this.importanceOf(example);
    numbers.set(count === value.length ? value : value.subarray(0, count), at.value / 8);
    if (!dense) this.wholes.set(count === index.length ? index : index.subarray(0, count), at.index / 4);
    const from = dense ? 0 : at.index;
    if (this.rule > 0) {
      kernel.beginRound(this.options.settings.epsilon, this.t + 1);
      if (lanes === 1) {
        kernel.playOther(
          this.rule,
          count,
          from,
          at.value,
          at.ω,
          at.state,
          at.spare,
          unfade,
          importance,
          at.sums,
        );
      } else {
        kernel.playOtherMany(
          this.rule,
          count,
          from,
          at.value,
          at.ω,
          at.state,
          8 * lanes,
          unfade,
          importance,
          at.scores,
          at.sums,
        );
      }
    } else if (lanes > 1) {
      kernel.playMany(
        count,
        from,
        at.value,
        at.ω,
        at.state,
        8 * lanes,
        unfade,
        importance,
        at.scores,
        at.sums,
      );
    } else if (dense) {
      kernel.playDense(count, at.value, at.ω, at.state, unfade, importance, at.sums);
    } else {
      kernel.playSparse(count, at.index, at.value, at.ω, at.state, unfade, importance, at.sums);
    }
    this.played = example;
  }

  /** An importance weight above 1 counts as part of the feature where slopes have a bound. */
  private importanceOf(example: Example): number {
    return this.options.rule.bounded && example.weight > 1 ? example.weight : 1;
  }

  protected override arrange(move: () => void): void {
    super.arrange(move);
    this.played = undefined;
    this.arranged++;
  }
}
