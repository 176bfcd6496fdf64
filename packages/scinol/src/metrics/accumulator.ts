/** A table of rows put together over some span of examples. */
export interface Accumulator {
  add(cell: number, row: Float64Array): void;
  /** The table now, a copy. */
  table(): Float64Array;
  save(): Float64Array;
  /** Takes what `save` gave, if it has between `least` and `most` cells; else throws, having changed nothing. */
  load(numbers: Float64Array, least: number, most: number): void;
}
