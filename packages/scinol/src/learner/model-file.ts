/** Part of every platform, but not of the library that the compiler knows. */
declare const TextEncoder: { new (): { encode(text: string): Uint8Array<ArrayBuffer> } };
declare const TextDecoder: { new (): { decode(bytes: Uint8Array): string } };

/*
 * A model file: 8 bytes of magic; the format, the definition, the arithmetic (16 bits each) and two bytes of 0; how many
 * bytes the header and the memory take (32 bits each); the header as JSON padded with spaces to a multiple of 8; the
 * model's memory as little-endian doubles; the CRC-32 of all that. docs/model-file.md says what is in the header.
 */

const MAGIC = [0x73, 0x63, 0x69, 0x6e, 0x6f, 0x6c, 0x00, 0x0a]; // "scinol", then bytes that text tools would spoil
export const FORMAT = 1;
/** Changes with what is learned: another definition learns another model from the same rows. */
export const DEFINITION = 2;
/** Changes when the same definition comes to other last digits. */
export const ARITHMETIC = 4;
const PREFIX = 24;

export interface ModelFile {
  readonly header: unknown;
  readonly memory: Float64Array<ArrayBuffer>;
}

export function writeModelFile(header: object, memory: Float64Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const headerBytes = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(PREFIX + headerBytes + 8 * memory.length + 4);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(8, FORMAT, true);
  view.setUint16(10, DEFINITION, true);
  view.setUint16(12, ARITHMETIC, true);
  view.setUint32(16, headerBytes, true);
  view.setUint32(20, 8 * memory.length, true);
  bytes.fill(0x20, PREFIX, PREFIX + headerBytes);
  bytes.set(json, PREFIX);
  let at = PREFIX + headerBytes;
  for (const number of memory) {
    view.setFloat64(at, number, true);
    at += 8;
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
  const [format, definition, arithmetic] = [8, 10, 12].map((at) => view.getUint16(at, true));
  if (format !== FORMAT || definition !== DEFINITION || arithmetic !== ARITHMETIC) {
    throw new RangeError(
      `the model file has format ${format}, definition ${definition} and arithmetic ${arithmetic}; this version reads ${FORMAT}, ${DEFINITION} and ${ARITHMETIC}; train the model again`,
    );
  }
  const memoryAt = PREFIX + view.getUint32(16, true);
  const memoryBytes = view.getUint32(20, true);
  if (memoryAt + memoryBytes !== end || memoryBytes % 8 !== 0)
    throw contradiction(new RangeError("its parts do not add up"));
  const memory = new Float64Array(memoryBytes / 8);
  for (let n = 0; n < memory.length; n++) memory[n] = view.getFloat64(memoryAt + 8 * n, true);
  try {
    return { header: JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX, memoryAt))), memory };
  } catch (error) {
    throw contradiction(error);
  }
}

/** The arithmetic of files of other rules, which stand where others have their definition. */
const OF_RULES = 3;

/** Whether a model file is of another rule than the default. */
export function isOfRule(bytes: Uint8Array): boolean {
  return bytes instanceof Uint8Array && bytes.length > PREFIX && bytes[10] === OF_RULES && bytes[11] === 0;
}

/** The error for a file with a good checksum and contradictory contents, as another program could write it. */
export function contradiction(cause: unknown): RangeError {
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  return new RangeError(`the model file contradicts itself; use one that \`save\` wrote${why}`, { cause });
}

/**
 * The hash of a model, 16 hexadecimal digits: of its definition, of what it has met and of its memory. Equal rows give
 * equal hashes, wherever they came from.
 */
export function hashOf(schema: unknown, memory: Float64Array<ArrayBuffer>): string {
  const text = new TextEncoder().encode(JSON.stringify([DEFINITION, schema]));
  const numbers = new DataView(new ArrayBuffer(8));
  const mix = new Mixer();
  for (const byte of text) mix.add(byte);
  for (const number of memory) {
    numbers.setFloat64(0, number);
    mix.add(numbers.getInt32(0));
    mix.add(numbers.getInt32(4));
  }
  return mix.toString();
}

/** Two chains of multiplications, 32 bits each. */
class Mixer {
  private a = 0x243f6a88;
  private b = 0x85a308d3;

  add(word: number): void {
    this.a = Math.imul(this.a ^ word, 0x9e3779b1);
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b ^ word, 0x85ebca6b) + this.a;
    this.b ^= this.b >>> 13;
  }

  toString(): string {
    const hex = (word: number) => (word >>> 0).toString(16).padStart(8, "0");
    return hex(this.a) + hex(this.b);
  }
}

let table: Uint32Array | undefined;

/** The checksum of zip, gzip and PNG. */
export function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
  let crc = 0xffffffff;
  for (let n = 0; n < bytes.length; n++) crc = table[(crc ^ bytes[n]) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
