import { Damaged } from "./damaged.ts";
import { bool, int, Thrift } from "./thrift.ts";

export const pageType = { data: 0, dictionary: 2, dataV2: 3 } as const;

export interface PageHeader {
  type: number;
  /** Bytes in the file behind the header, and what they unpack to. */
  size: number;
  unpackedSize: number;
  values: number;
  encoding: number;
  levelEncoding: number;
  /** Of version 2: bytes of levels, which lie in front of the values and are not packed. */
  repetitionSize: number;
  definitionSize: number;
  packed: boolean;
}

const rle = 3;
/** Sizes are whole numbers of 32 bits. */
const largest = 2 ** 31 - 1;

const data = { 1: int, 2: int, 3: int };
const dictionary = { 1: int, 2: int };
const dataV2 = { 1: int, 4: int, 5: int, 6: int, 7: bool };
const fields = {
  1: int,
  2: int,
  3: int,
  5: (thrift: Thrift) => thrift.struct(data),
  7: (thrift: Thrift) => thrift.struct(dictionary),
  8: (thrift: Thrift) => thrift.struct(dataV2),
};

/** Reads the header at `at` and tells where it ends. */
export function readPageHeader(
  bytes: Uint8Array,
  at: number,
  end: number,
): { header: PageHeader; next: number } {
  const thrift = new Thrift(bytes, at, end);
  const field = thrift.struct(fields);
  const { 5: data, 7: dictionary, 8: dataV2 } = field;
  const header = {
    type: field[1] ?? -1,
    size: field[3] ?? -1,
    unpackedSize: field[2] ?? -1,
    values: (data ?? dictionary ?? dataV2)?.[1] ?? 0,
    encoding: (data ?? dictionary)?.[2] ?? dataV2?.[4] ?? -1,
    levelEncoding: data?.[3] ?? rle,
    repetitionSize: dataV2?.[6] ?? 0,
    definitionSize: dataV2?.[5] ?? 0,
    packed: dataV2?.[7] ?? true,
  };
  const { size, unpackedSize, definitionSize, repetitionSize } = header;
  const sound =
    Math.min(header.values, definitionSize, repetitionSize) >= 0 && Math.max(size, unpackedSize) <= largest;
  if (!sound || definitionSize + repetitionSize > Math.min(size, unpackedSize)) throw new Damaged();
  return { header, next: thrift.at };
}
