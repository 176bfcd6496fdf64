/*
 * Where things lie in memory, in bytes. The drivers and the host import the same names: there is no other description.
 *
 * With one output two neighbouring features share a PAIR of everything: 1/M of both, then each slot of both. With more
 * outputs a feature has 1/M in the first half of a pair, then each slot of all outputs, their number made even. The first
 * pair, or the first feature, is the constant's, even if the model has none. A feature that was only zero has 1/M = ∞.
 */

/** A value beyond the largest is refused; one nearer to zero than the least counts as zero. Between them nothing overflows. */
export const LARGEST: f64 = 1e300;
export const LEAST: f64 = 1e-300;

/** A model: counts, settings in the order of the rule's, its shape, and where its cells begin (absolute addresses). */
export const ROUNDS: usize = 0; // t
export const ENERGY: usize = 8; // N
export const SEEN: usize = 16; // d, how many features have been non-zero
export const SETTINGS: usize = 24;
export const PARAMETER: usize = 56; // of the loss
export const LOSS: usize = 64;
export const OUTPUTS: usize = 68;
export const HAS_CONSTANT: usize = 72;
export const FEATURES: usize = 76; // how many there are cells for, the constant not counted
export const CELLS: usize = 80;
export const BLANK: usize = 84; // a fresh feature, for those that the model does not have
export const FEATURE_BYTES: usize = 88; // of a pair of features, or of a feature
export const SLOT_BYTES: usize = 92; // of a slot of two features, or of all outputs
export const HEAD: usize = 128;

/** The loss of a model whose slopes come from the host. */
export const NO_LOSS: i32 = -1;

/** A block of rows: how many, and where their parts are (absolute addresses; 0 where there is none). */
export const ROWS: usize = 0;
export const COLUMNS: usize = 4; // values of each row; of rows with offsets, entries of the longest
export const VALUES: usize = 8;
export const OFFSETS: usize = 12; // where each row's entries begin, one more than rows; 0: values are row after row
export const INDICES: usize = 16;
export const LABELS: usize = 20;
export const WEIGHTS: usize = 24; // importance; 0: all are 1
export const RESULTS: usize = 28; // learning: losses; predicting: scores
export const GIVEN_SLOPES: usize = 32; // of `update`
export const SCRATCH: usize = 36; // scratchBytes() of room
export const BLOCK: usize = 48;

/** What a round shares, in scratch. */
export const ROUND_T: usize = 0;
export const ROUND_N: usize = 8;
export const ROUND_D: usize = 16;
export const ROUND_IMPORTANCE: usize = 24; // what |x| is multiplied by in M
export const ROUND_END: usize = 32; // of the list
export const ROUND_MOVES_END: usize = 36; // of the moves
export const ROUND_IS_WRONG: usize = 40; // 1: some value is not a number between ±1e300
export const ROUND_FETCHED: usize = 44;
export const ROUND_DIVISOR: usize = 48;
export const ROUND_HAS_ZEROS: usize = 56; // 1: pairs without values are in the list
export const ROUND_LIMIT: usize = 64; // how large |x| / M may be before M moves
export const ROUND_BYTES: usize = 80;

/** What a row becomes: an entry of each pair of features, or of each feature that has a value: q (x at first), then these. */
export const OMEGA: usize = 16; // ω of a pair
export const CELL: usize = 32; // the address of the feature
export const ENTRY: usize = 48;
/** An M that moves: the new 1/M, then the address of the feature. */
export const MOVE_CELL: usize = 16;
export const MOVE: usize = 32;
