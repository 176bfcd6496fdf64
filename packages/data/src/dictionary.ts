import { latin1 } from "./decimal.ts";

/** The code of a cell that has no value. */
export const missingCode = -1;

/** Returned for bytes that are not UTF-8. */
export const invalidCode = -2;

const maximumBytes = 1 << 22;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Texts by their codes. */
export interface Vocabulary {
  readonly values: readonly string[];
}

/**
 * The distinct texts of one column, numbered in order of appearance. Cells are looked up by their bytes, so a text is
 * decoded once, however often it occurs.
 *
 * A dictionary never forgets, so a column of identifiers would grow it without end: when it is `full`, the reader starts
 * the next block with a new one. A consumer that remembers something per code keeps it per dictionary.
 */
export class Dictionary implements Vocabulary {
  /** The text of each code. */
  readonly values: string[] = [];
  readonly #missing: ReadonlySet<string>;
  readonly #maximum: number;
  /** Only of texts that came as strings. */
  readonly #byText = new Map<string, number>();
  #codes: number[] = [];
  #hashes: number[] = [];
  #ends: number[] = [];
  #pool = new Uint8Array(1 << 10);
  #used = 0;
  #table = new Int32Array(1 << 8).fill(-1);

  constructor(missing: ReadonlySet<string> = new Set(), maximum: number = 1 << 16) {
    this.#missing = missing;
    this.#maximum = maximum;
  }

  /** Whether it is time for a new one. */
  get full(): boolean {
    return this.values.length >= this.#maximum || this.#used >= maximumBytes;
  }

  /** An empty dictionary of the same settings. */
  fresh(): Dictionary {
    return new Dictionary(this.#missing, this.#maximum);
  }

  /** The code of bytes[from, to); no bytes are a missing value. */
  code(bytes: Uint8Array, from: number, to: number): number {
    if (from === to) return missingCode;
    // Four bytes at a step; the shift brings what the multiplication moved up back down.
    let hash = to - from;
    let at = from;
    for (; at + 4 <= to; at += 4) {
      const four = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
      hash = Math.imul(hash ^ four, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (; at < to; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash ^= hash >>> 13;
    const table = this.#table;
    const mask = table.length - 1;
    let slot = hash & mask;
    for (let entry = table[slot]; entry >= 0; entry = table[slot]) {
      if (this.#hashes[entry] === hash && this.#equals(entry, bytes, from, to)) return this.#codes[entry];
      slot = (slot + 1) & mask;
    }
    return this.#insert(slot, hash, bytes, from, to);
  }

  /** The code of a text. */
  codeOf(text: string): number {
    let code = this.#byText.get(text);
    if (code === undefined) {
      const bytes = encoder.encode(text);
      code = this.code(bytes, 0, bytes.length);
      this.#byText.set(text, code);
    }
    return code;
  }

  #equals(entry: number, bytes: Uint8Array, from: number, to: number): boolean {
    const pool = this.#pool;
    let at = entry === 0 ? 0 : this.#ends[entry - 1];
    if (this.#ends[entry] - at !== to - from) return false;
    for (let i = from; i < to; i++) if (bytes[i] !== pool[at++]) return false;
    return true;
  }

  #insert(slot: number, hash: number, bytes: Uint8Array, from: number, to: number): number {
    const text = decode(bytes, from, to);
    if (text === undefined) return invalidCode;
    const entry = this.values.push(text) - 1;
    const code = this.#missing.has(text) ? missingCode : entry;
    if (this.#used + to - from > this.#pool.length) {
      const larger = new Uint8Array(Math.max(this.#pool.length * 2, this.#used + to - from));
      larger.set(this.#pool.subarray(0, this.#used));
      this.#pool = larger;
    }
    this.#pool.set(bytes.subarray(from, to), this.#used);
    this.#used += to - from;
    this.#ends.push(this.#used);
    this.#hashes.push(hash);
    this.#codes.push(code);
    this.#table[slot] = entry;
    if (this.values.length * 2 > this.#table.length) this.#rehash();
    return code;
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 4).fill(-1);
    const mask = table.length - 1;
    for (let entry = 0; entry < this.values.length; entry++) {
      let slot = this.#hashes[entry] & mask;
      while (table[slot] >= 0) slot = (slot + 1) & mask;
      table[slot] = entry;
    }
    this.#table = table;
  }
}

/** The text of UTF-8 bytes; undefined when they are not UTF-8. */
export function decode(bytes: Uint8Array, from: number, to: number): string | undefined {
  let ascii = true;
  for (let i = from; ascii && i < to; i++) ascii = bytes[i] < 128;
  if (ascii) return latin1(bytes, from, to);
  try {
    return utf8.decode(bytes.subarray(from, to));
  } catch {
    return undefined;
  }
}
