import type { PageMemory } from "./page-memory.ts";

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
/** Sizes and counts are whole numbers of 32 bits. */
const largest = 2 ** 31 - 1;

/** Numbers of the fields that are structs. */
const [data, dictionary, dataV2] = [5, 7, 8];

/** Reads the header at [at, end) of the memory and tells where it ends; undefined when it makes no sense. */
export function readPageHeader(
  memory: PageMemory,
  at: number,
  end: number,
): { header: PageHeader; next: number } | undefined {
  const found = memory.readNumbers(at, end);
  if (found === undefined) return undefined;
  const { numbers, next } = found;
  const read = (place: number, otherwise: number) =>
    Number.isNaN(numbers[place]) ? otherwise : numbers[place];
  const has = (struct: number) => !Number.isNaN(numbers[struct]);
  const inner = (has(data) ? data : has(dictionary) ? dictionary : dataV2) * 16;
  const isV2 = inner === dataV2 * 16;
  const header = {
    type: read(1, -1),
    size: read(3, -1),
    unpackedSize: read(2, -1),
    values: read(inner + 1, 0),
    encoding: read(inner + (isV2 ? 4 : 2), -1),
    levelEncoding: read(data * 16 + 3, rle),
    repetitionSize: read(dataV2 * 16 + 6, 0),
    definitionSize: read(dataV2 * 16 + 5, 0),
    packed: read(dataV2 * 16 + 7, 1) === 1,
  };
  const { size, unpackedSize, values, definitionSize, repetitionSize } = header;
  const sound =
    Math.min(values, definitionSize, repetitionSize) >= 0 && Math.max(size, unpackedSize, values) <= largest;
  const fits = definitionSize + repetitionSize <= Math.min(size, unpackedSize);
  return sound && fits ? { header, next } : undefined;
}
