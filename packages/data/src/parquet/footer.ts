import { bool, int, presence, Thrift, text } from "./thrift.ts";

/** One column as the schema of the file has it. Types and the like are the numbers of parquet.thrift. */
export interface Leaf {
  name: string;
  type: number;
  optional: boolean;
  converted: number | undefined;
  logical: Logical | undefined;
  scale: number;
}

/** What the schema says of the meaning of a column in its newer way. */
export interface Logical {
  string: boolean;
  decimal: boolean;
  date: boolean;
  timestamp: { utc: boolean; unit: "ms" | "us" | "ns" } | undefined;
  integer: boolean;
}

/** The pages of one column in one row group. */
export interface Chunk {
  type: number;
  encodings: number[];
  codec: number;
  values: number;
  /** Where its first page begins in the file, and how many bytes its pages take there and unpacked. */
  at: number;
  size: number;
  unpackedSize: number;
  /** Whether it is in another file, or encrypted. */
  elsewhere: boolean;
}

export interface Group {
  rows: number;
  chunks: Chunk[];
}

export interface Footer {
  /** Undefined when columns are nested in columns. */
  leaves: Leaf[] | undefined;
  groups: Group[];
}

export function readFooter(bytes: Uint8Array): Footer {
  const { 2: nodes = [], 4: groups = [] } = new Thrift(bytes).struct({
    2: (thrift) => thrift.list(readNode),
    4: (thrift) => thrift.list(readGroup),
  });
  const [root, ...leaves] = nodes;
  const flat =
    root?.children === leaves.length && leaves.every((leaf) => leaf.children === 0 && !leaf.repeated);
  return { leaves: flat ? leaves : undefined, groups };
}

const nodeFields = { 1: int, 3: int, 4: text, 5: int, 6: int, 7: int, 10: readLogical };

function readNode(thrift: Thrift): Leaf & { children: number; repeated: boolean } {
  const field = thrift.struct(nodeFields);
  return {
    name: field[4] ?? "",
    type: field[1] ?? -1,
    optional: field[3] === 1,
    repeated: field[3] === 2,
    children: field[5] ?? 0,
    converted: field[6],
    logical: field[10],
    scale: field[7] ?? 0,
  };
}

function readLogical(thrift: Thrift): Logical {
  const field = thrift.struct({ 1: presence, 5: presence, 6: presence, 8: readTimestamp, 10: presence });
  return {
    string: field[1] ?? false,
    decimal: field[5] ?? false,
    date: field[6] ?? false,
    timestamp: field[8],
    integer: field[10] ?? false,
  };
}

function readTimestamp(thrift: Thrift): Logical["timestamp"] {
  const { 1: utc = true, 2: unit = {} } = thrift.struct({
    1: bool,
    2: (inner) => inner.struct({ 1: presence, 2: presence, 3: presence }),
  });
  return { utc, unit: unit[1] ? "ms" : unit[2] ? "us" : "ns" };
}

function readGroup(thrift: Thrift): Group {
  const { 1: chunks = [], 3: rows = 0 } = thrift.struct({ 1: (inner) => inner.list(readChunk), 3: int });
  return { rows, chunks };
}

const chunkFields = { 1: presence, 3: readDescription, 8: presence, 9: presence };
const ints = (thrift: Thrift) => thrift.list(int);
const descriptionFields = { 1: int, 2: ints, 4: int, 5: int, 6: int, 7: int, 9: int, 11: int };

function readChunk(thrift: Thrift): Chunk {
  const { 3: field = {}, ...other } = thrift.struct(chunkFields);
  // Some writers say 0 where there is no dictionary.
  const [data, dictionary] = [field[9] ?? 0, field[11] || Number.POSITIVE_INFINITY];
  return {
    type: field[1] ?? -1,
    encodings: field[2] ?? [],
    codec: field[4] ?? -1,
    values: field[5] ?? 0,
    at: Math.min(data, dictionary),
    size: field[7] ?? 0,
    unpackedSize: field[6] ?? 0,
    elsewhere: Object.keys(other).length > 0,
  };
}

function readDescription(thrift: Thrift) {
  return thrift.struct(descriptionFields);
}
