/** One column's bytes on their way from the file into rows, as src/parquet/column-bytes.ts lays it out. */
@unmanaged
export class Column {
  /** What is left of the chunk in the file. */
  fileAt: f64;
  fileLeft: f64;
  file: u32;
  /** Where packed bytes are read to, and how far they may reach. */
  input: u32;
  inputLimit: u32;
  /** What was read and is not yet unpacked. */
  inputStart: u32;
  inputEnd: u32;
  /** What is left of the section: packed bytes, bytes they will make, and bytes of a literal among them. */
  packedLeft: u32;
  unpackedLeft: u32;
  literalLeft: u32;
  /** Where unpacked bytes lie, and how far they may reach. */
  window: u32;
  limit: u32;
  /** What is unpacked and not yet taken. */
  start: u32;
  end: u32;
  /** So many values are next, each a cell: doubles, one after the other, or places in a dictionary. */
  offered: u32;
  arePlaces: u32;
  /** Where the column is in a row: how many bytes from its beginning. */
  cell: u32;
  /** Doubles, and how many. */
  dictionary: u32;
  entries: u32;
  /** Of places: how many bits each takes, and of the present run, what is left of it and whether they are packed … */
  width: u32;
  runLeft: u32;
  runIsPacked: u32;
  /** … bits of the byte at `start` that are used up, or the place they all are. */
  bit: u32;
  runPlace: u32;
}

/** The column that is `n` columns on. */
@inline
export function after(column: Column, n: usize): Column {
  return changetype<Column>(changetype<usize>(column) + n * offsetof<Column>());
}
