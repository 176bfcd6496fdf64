import { PageMemory } from "./page-memory.ts";
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
  /** The sum of 2^n over the encodings of its pages. */
  encodings: number;
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
  const memory = new PageMemory([bytes.length]);
  const [start] = memory.addresses;
  memory.bytes.set(bytes, start);
  const readGroups = (thrift: Thrift) => thrift.list((inner) => readGroup(inner, memory));
  const { 2: nodes = [], 4: groups = [] } = new Thrift(memory.bytes, start, start + bytes.length).struct({
    2: (thrift) => thrift.list(readNode),
    4: readGroups,
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

function readGroup(thrift: Thrift, memory: PageMemory): Group {
  const { 1: chunks = [], 3: rows = 0 } = thrift.struct({
    1: (inner) => inner.list(() => readChunk(inner.numbers(memory))),
    3: int,
  });
  return { rows, chunks };
}

/** Numbers of the fields that are looked at: those of the chunk, and that of its description. */
const [file, description, ...encryption] = [1, 3, 8, 9];

function readChunk(numbers: Float64Array): Chunk {
  const has = (place: number) => !Number.isNaN(numbers[place]);
  const read = (field: number, otherwise: number) =>
    has(description * 16 + field) ? numbers[description * 16 + field] : otherwise;
  // Some writers say 0 where there is no dictionary.
  const [data, dictionary] = [read(9, 0), read(11, 0) || Number.POSITIVE_INFINITY];
  return {
    type: read(1, -1),
    encodings: read(2, 0),
    codec: read(4, -1),
    values: read(5, 0),
    at: Math.min(data, dictionary),
    size: read(7, 0),
    unpackedSize: read(6, 0),
    elsewhere: [file, ...encryption].some(has),
  };
}
