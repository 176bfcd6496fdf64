import { crc32 } from "./learner/model-file.ts";

/** Part of every platform, but of no library that the compiler has been told of. */
declare const TextEncoder: { new (): { encode(text: string): Uint8Array<ArrayBuffer> } };
declare const TextDecoder: { new (): { decode(bytes: Uint8Array): string } };

/*
 * A model file: 8 bytes of magic, the format's version and the arithmetic's (16 bits each), the header's length (32
 * bits), the header as JSON padded with spaces to a multiple of 8, the arrays it lists as little-endian doubles, and
 * the CRC-32 of all that. docs/model-file.md tells what the header says.
 */

const MAGIC = [0x73, 0x63, 0x69, 0x6e, 0x6f, 0x6c, 0x00, 0x0a]; // "scinol", then bytes that text tools would spoil
export const FORMAT = 1;
/** Changes whenever a model would come to other bits than before on the same stream. */
export const ARITHMETIC = 3;
const PREFIX = 16;

export interface Arrays {
  readonly [name: string]: Float64Array;
}

export interface ModelFile {
  readonly header: { readonly task?: unknown; readonly validated?: unknown };
  readonly arrays: Arrays;
}

export function writeModelFile(header: object, arrays: Arrays): Uint8Array {
  const list = Object.entries(arrays).map(([name, { length }]) => ({ name, length }));
  const json = new TextEncoder().encode(JSON.stringify({ ...header, arrays: list }));
  const headerLength = Math.ceil(json.length / 8) * 8;
  const numbers = list.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(PREFIX + headerLength + 8 * numbers + 4);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(8, FORMAT, true);
  view.setUint16(10, ARITHMETIC, true);
  view.setUint32(12, headerLength, true);
  bytes.fill(0x20, PREFIX, PREFIX + headerLength);
  bytes.set(json, PREFIX);
  let at = PREFIX + headerLength;
  for (const { name } of list) {
    for (const number of arrays[name]) {
      view.setFloat64(at, number, true);
      at += 8;
    }
  }
  view.setUint32(at, crc32(bytes.subarray(0, at)), true);
  return bytes;
}

export function readModelFile(bytes: Uint8Array): ModelFile {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("a model file is read from a Uint8Array");
  if (bytes.length < MAGIC.length || MAGIC.some((byte, n) => bytes[n] !== byte)) {
    throw new RangeError("this is not a scinol model file");
  }
  const damaged = new RangeError("checksum does not match; the file is damaged or incomplete");
  if (bytes.length < PREFIX + 4) throw damaged;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 4;
  if (view.getUint32(end, true) !== crc32(bytes.subarray(0, end))) throw damaged;
  const [format, arithmetic] = [view.getUint16(8, true), view.getUint16(10, true)];
  if (format > FORMAT || arithmetic !== ARITHMETIC) {
    throw new RangeError(
      `the model file has format ${format} and arithmetic ${arithmetic}; this version reads ${FORMAT} and ${ARITHMETIC}`,
    );
  }
  try {
    return parse(bytes, view, end);
  } catch (error) {
    throw contradiction(error);
  }
}

/** For a file that is whole and still makes no sense: somebody else's program wrote it. */
export function contradiction(cause: unknown): RangeError {
  return new RangeError("the model file contradicts itself; use one that `save` wrote", { cause });
}

function parse(bytes: Uint8Array, view: DataView, end: number): ModelFile {
  let at = PREFIX + view.getUint32(12, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX, at)));
  const arrays: { [name: string]: Float64Array } = {};
  for (const { name, length } of header.arrays) {
    if (!(length >= 0 && at + 8 * length <= end)) throw new RangeError(`array ${name} is cut short`);
    const numbers = new Float64Array(length);
    for (let n = 0; n < length; n++, at += 8) numbers[n] = view.getFloat64(at, true);
    arrays[name] = numbers;
  }
  if (at !== end) throw new RangeError(`${end - at} bytes belong to no array`);
  return { header, arrays };
}
