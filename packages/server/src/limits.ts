/** What the service takes; beyond it, a 4xx that says so. */
export interface Limits {
  /** Bytes of a JSON body, after decompression. */
  readonly body: number;
  /** Bytes of all bodies that are held at once, streams excepted. */
  readonly bodies: number;
  /** Bytes of a line of a stream. */
  readonly line: number;
  /** Bytes of a stream that was compressed, after decompression. */
  readonly inflated: number;
  /** Bytes of a model file. */
  readonly file: number;
  /** Events or predictions in one request; of a stream, in one entry of the journal. */
  readonly batch: number;
  /** Values in a record. */
  readonly columns: number;
  readonly depth: number;
  /** Letters of a column's name, and of a text. */
  readonly name: number;
  readonly text: number;
  /** Letters of a key or an id. */
  readonly key: number;
  readonly weight: number;
  /** Classes of a model; its coordinates times its outputs; letters of the names and categories that it has met. */
  readonly classes: number;
  readonly cells: number;
  readonly letters: number;
  /** Models, and challengers of a model. */
  readonly models: number;
  readonly challengers: number;
  /** Listeners to a model's events. */
  readonly listeners: number;
  /** Milliseconds in which a client must send something, and in which a JSON body must be complete. */
  readonly idle: number;
  readonly patience: number;
}

export const LIMITS: Limits = {
  body: 10 * 2 ** 20,
  bodies: 256 * 2 ** 20,
  line: 2 ** 20,
  inflated: 2 ** 30,
  file: 256 * 2 ** 20,
  batch: 10_000,
  columns: 10_000,
  depth: 32,
  name: 1_000,
  text: 10_000,
  key: 256,
  weight: 1_000,
  classes: 1_000,
  cells: 2 ** 23,
  letters: 2 ** 26,
  models: 1_000,
  challengers: 20,
  listeners: 100,
  idle: 30_000,
  patience: 60_000,
};
