import type { Round } from "../rules/rule.ts";
import type { Example } from "./example.ts";

/**
 * What runs a rule over examples and holds what it learns: the readable `State` with its drivers, or a kernel. Any two
 * of them come to the same bits, and what one saves the other loads.
 */
export interface Engine {
  /** Rounds learned so far. */
  readonly t: number;
  /** Σ q² over all coordinates and rounds. */
  readonly N: number;
  /** Features that have been non-zero. */
  readonly d: number;
  /** Features learned from. */
  readonly features: number;
  /** Cells of one feature: outputs × memories. */
  readonly width: number;
  /** Makes sure that so many features can be read, fresh where nothing was learned of them. */
  reach(features: number): void;
  /** Takes features up to this one as learned from. */
  growFeatures(features: number): void;
  /** Makes room for so many cells a feature; those there keep their state. */
  growWidth(width: number): void;
  /** Scores of the example into `scores`, one a cell. Changes nothing but `round`. */
  play(example: Example, round: Round, scores: Float64Array): void;
  /** Learns from the slopes, one a cell, at the scores that the example was played with. */
  digest(example: Example, round: Round, slopes: Float64Array): void;
  /** What each entry of the example last played gave to the sum of one cell. */
  contributions(example: Example, cell: number): Float64Array;
  /** 1/M of a feature and its cells, slot by slot. */
  feature(i: number): Float64Array;
  /** t, N, d, the number of features, the cells a feature; then every feature. */
  save(): Float64Array;
  /** Takes over what `save` gave; where the number of features is fixed, of that many. */
  load(saved: Float64Array, fixed: number | undefined): void;
}
