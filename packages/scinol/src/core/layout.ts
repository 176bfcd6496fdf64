/*
 * Where things lie in memory, in bytes. The core and the host import the same names: there is no other description.
 * A model is one region that can be moved: everything in it is found relative to its beginning. Memory that is all zeros
 * is a fresh feature.
 */

/** What a model minimises. From HUBER on labels are numbers. */
export const TWO_CLASSES: usize = 0;
export const SOFTMAX: usize = 1;
export const HUBER: usize = 2;
export const SQUARED: usize = 3;
export const QUANTILE: usize = 4;
export const ABSOLUTE: usize = 5;

/** Members by their place among the scores. The first three forget nothing: they are those of the steady answer. */
export const MEMBERS: usize = 7;
export const STEADY_MEMBERS: usize = 3;

/** The head of a region: counts, and where its parts begin (unsigned, relative to the region). */
export const LOSS: usize = 0;
export const OUTPUTS: usize = 4;
export const MEMBER_COUNT: usize = 8; // MEMBERS, or STEADY_MEMBERS
export const COLUMNS: usize = 12; // numeric and 0/1 columns
export const FEATURES: usize = 16; // indicators and sparse features; the first is the constant
export const COLUMNS_AT: usize = 20; // a COLUMN of each
export const STATISTICS_AT: usize = 24; // STATISTICS of each pair of columns
export const COLUMN_CELLS_AT: usize = 28; // cells of the columns' own features
export const UNITS_AT: usize = 32; // M of each feature
export const CELLS_AT: usize = 36; // cells of each feature
export const REGION_BYTES: usize = 40; // how long the region is
/** The head's numbers. */
export const ROUNDS: usize = 48; // t
export const ENERGY: usize = 56; // N
export const STRAIGHT_ENERGY: usize = 64; // N₀, of all coordinates but hats
export const FACTOR: usize = 72; // C
export const RECORD_SLOPE: usize = 80; // R
export const LEVEL: usize = 88; // τ of quantile loss
export const LEAST: usize = 96; // the range of the labels, and D, what holding the answer to it has gained
export const GREATEST: usize = 104;
export const HELD_GAIN: usize = 112;
export const TARGET: usize = 128; // STATISTICS of a pair, of which the first is the target
export const LIVE: usize = 224; // a mixture
export const STEADY: usize = 752; // a mixture
export const TRACKER: usize = 912; // TRACKER_BYTES of each output: BETS of the tracker and an empty lane
export const TRACKER_BYTES: usize = 48;

/** A mixture of J members: J + 1 shares, ℓ̄ and its count, J weights of the stack, its J × J matrix (lower half). */
export const SHARES: usize = 0;

/** A column: where its cells begin, relative to COLUMN_CELLS_AT, and whether it is a 0/1 column. */
export const COLUMN: usize = 8;
export const COLUMN_CELLS: usize = 0;
export const COLUMN_IS_FLAG: usize = 4;

/** What is kept of two neighbouring columns, a pair of numbers each. A negative spread marks a 0/1 column. */
export const SEEN: usize = 0; // n
export const CENTRE: usize = 16; // m
export const SPREAD: usize = 32; // a
export const LOWEST: usize = 48; // lo
export const HIGHEST: usize = 64; // hi
export const UNIT: usize = 80; // M of the straight coordinate
export const STATISTICS: usize = 96;

/** Hats of a numeric column. */
export const HATS: usize = 17;

/**
 * The cells of a feature hold, for each output: GAUSS, weight and variance of members 1 and 4 side by side; then BETS of
 * members 2 and 3; then, where members forget, BETS of members 5 and 6: γ, s, η, side by side.
 * A hat has HAT for each output: weight and variance of member 4, then BETS of members 2 and 3.
 */
export const GAUSS: usize = 32;
export const BETS: usize = 48;
export const HAT: usize = 64;

/** A column's own cells: straight, missing, the hats of a numeric column; then M of missing and of each hat. */
export function cellBytes(members: usize, outputs: usize): usize {
  return (members === MEMBERS ? GAUSS + 2 * BETS : GAUSS + BETS) * outputs;
}

export function columnBytes(members: usize, outputs: usize, isFlag: bool): usize {
  const own = 2 * cellBytes(members, outputs);
  return isFlag ? own + 64 : own + HATS * HAT * outputs + 192;
}

/** A block of rows: how many, and where their parts are (absolute addresses; 0 where there is none). */
export const ROWS: usize = 0;
export const NUMBERS: usize = 4; // of the columns, row by row; NaN is missing
export const NUMBERS_APART: usize = 8; // bytes from one row to the next
export const OFFSETS: usize = 12; // where each row's indices begin, one more than rows; 0: each has INDICES_A_ROW
export const INDICES: usize = 16; // features; NONE, or UNKNOWN
export const INDICES_A_ROW: usize = 20;
export const VALUES: usize = 24; // of the indices; 0: all are 1
export const UNKNOWN_COLUMNS: usize = 28; // how many numeric columns of each row the model does not have; only predicted
export const LABELS: usize = 32; // −1 and 1, or the class's number, or numbers
export const WEIGHTS: usize = 36; // importance; 0: all are 1
export const AGAIN: usize = 40; // 1: rows that were learned from before
export const SAID: usize = 44; // what was said of each row, SAID_BYTES apart; 0: nothing
export const SAID_BYTES: usize = 48;
export const IS_STEADY: usize = 52; // 1: answers are steady
export const ANSWERS: usize = 56; // a number, the second class's probability, or the probabilities of all classes
export const LOSSES: usize = 60; // of the answers, in the target's unit
export const SAYING: usize = 64; // where what is said of each row is written, SAID_BYTES apart; 0: nowhere
export const SCRATCH: usize = 68; // scratchBytes() of room
export const MOST_INDICES: usize = 72; // of any row
export const IS_SCALED_AS_SAVED: usize = 76; // 1: explained with c of the model as it is, without the row
export const BLOCK: usize = 80;

/** Indices that are no feature: nothing is there; a feature that the model does not have. */
export const NONE: i32 = -1;
export const UNKNOWN: i32 = -2;

/** What was said of a row: how many outputs there were, members' scores output by output, then the answer. */
export const SAID_OUTPUTS: usize = 0;
export const SAID_SCORES: usize = 8;

/** An entry of the list that a row becomes: q, old M over new M, address of the cells. */
export const ENTRY: usize = 24;
export const RATIO: usize = 8;
export const CELL: usize = 16;

/** What becomes of two neighbouring columns: a pair of numbers each. */
export const VIEW_Q: usize = 0;
export const VIEW_RATIO: usize = 16;
export const VIEW_KNOT: usize = 32;
export const VIEW_RIGHT: usize = 48;
export const VIEW: usize = 64;
