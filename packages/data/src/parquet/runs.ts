import { Damaged } from "./damaged.ts";

/** Where encoded bytes come from: some at `start`, more when needed. */
export interface Feed {
  readonly bytes: Uint8Array;
  start: number;
  need(count: number): void;
}

/** The bytes up to the end as a feed. There must be eight more behind them. */
export function feedOf(bytes: Uint8Array, end: number): Feed {
  return {
    bytes,
    start: 0,
    need(count) {
      if (this.start + count > end) throw new Damaged();
    },
  };
}

/** So many values are read at a time, where they differ. */
export const valuesAtATime = 1024;

/**
 * Parquet's hybrid of small whole numbers: runs of one value, and runs of values packed into `width` bits each. Levels are
 * written so, places in dictionaries, and truths.
 */
export class Runs {
  /** What the values last read have in common; -1 when they may differ and stand in `values`. */
  constant = -1;
  readonly values: Int32Array = new Int32Array(valuesAtATime);
  #feed: Feed = feedOf(new Uint8Array(8), 0);
  #width = 0;
  /** Of the present run. */
  #left = 0;
  #packed = false;
  #value = 0;
  /** Bits of the byte at the feed's start that are used up. */
  #bit = 0;

  begin(feed: Feed, width: number): void {
    this.#feed = feed;
    this.#width = width;
    this.#left = 0;
    // In no bits there is nothing to be told, and some writers leave the runs out.
    if (width === 0) this.#startRun(false, Number.POSITIVE_INFINITY);
  }

  /** The same without runs: only packed values. */
  beginPacked(feed: Feed, width: number): void {
    this.#feed = feed;
    this.#width = width;
    this.#startRun(true, Number.POSITIVE_INFINITY);
  }

  /** Reads the next values, at most so many, and tells how many. */
  next(count: number): number {
    while (this.#left === 0) this.#nextRun();
    const n = Math.min(count, this.#left, this.#packed ? valuesAtATime : count);
    this.#left -= n;
    if (this.#packed) this.#unpack(n);
    this.constant = this.#packed ? -1 : this.#value;
    return n;
  }

  /** How many values are next that all are this one, as the present run tells. */
  ahead(value: number): number {
    return !this.#packed && this.#value === value ? this.#left : 0;
  }

  /** Passes over so many of those. */
  pass(count: number): void {
    this.#left -= count;
  }

  #startRun(packed: boolean, length: number): void {
    this.#packed = packed;
    this.#left = length;
    this.#value = 0;
    this.#bit = 0;
  }

  #nextRun(): void {
    const feed = this.#feed;
    let head = 0;
    for (let unit = 1; ; unit *= 128) {
      feed.need(1);
      const byte = feed.bytes[feed.start++];
      head += (byte & 127) * unit;
      if (byte < 128) break;
      if (unit > 2 ** 32) throw new Damaged();
    }
    const length = Math.floor(head / 2);
    this.#startRun(head % 2 === 1, head % 2 === 1 ? length * 8 : length);
    if (this.#packed) return;
    const size = (this.#width + 7) >>> 3;
    feed.need(size);
    for (let i = 0; i < size; i++) this.#value += feed.bytes[feed.start++] * 256 ** i;
  }

  #unpack(count: number): void {
    const [feed, width, values] = [this.#feed, this.#width, this.values];
    const bits = this.#bit + count * width;
    feed.need((bits + 7) >>> 3);
    const { bytes, start } = feed;
    const mask = width === 32 ? -1 : (1 << width) - 1;
    for (let i = 0, bit = this.#bit; i < count; i++, bit += width) {
      const at = start + (bit >>> 3);
      const shift = bit & 7;
      const four = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
      let value = four >>> shift;
      if (shift + width > 32) value |= bytes[at + 4] << (32 - shift);
      values[i] = value & mask;
    }
    feed.start += bits >>> 3;
    this.#bit = bits & 7;
  }
}
