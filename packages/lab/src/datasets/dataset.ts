import type { Table } from "./table.ts";

/** One file of a data set, as it is when unpacked. */
export interface DataFile {
  /** Its place in a data directory; `.gz` may follow. */
  readonly path: string;
  readonly bytes: number;
  /** Of the unpacked content, in hexadecimal. */
  readonly sha256: string;
  /** Where it can be had: plain, or packed as gzip, compress or zip, told by the content. */
  readonly url: string;
  /** The name of the file inside the zip archive. */
  readonly member?: string;
}

/** What the paper says of a data set. */
export interface PaperFacts {
  readonly features: number;
  readonly records: number;
  readonly classes: number;
  /** The ratio of the highest to the lowest positive L₂ norm of a feature, as printed. */
  readonly scale: number;
  readonly epochs: number;
  /** The rates that the paper's figures are drawn with. */
  readonly rates: Readonly<Record<"sgd" | "adagrad" | "adam" | "nag", number>>;
  /** How the published table is wrong, where it is. */
  readonly erratum?: string;
}

/** An entry of the catalogue. Adding a data set is adding one. */
export interface Dataset {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly page: string;
  readonly licence: string;
  readonly citation: string;
  readonly files: readonly DataFile[];
  readonly encoding: string;
  readonly split: string;
  readonly paper: PaperFacts;
  /** From the files' contents, in their order, to rows. */
  read(contents: readonly Uint8Array[]): Promise<Table>;
}
