import { readSync } from "node:fs";
import { Damaged } from "./damaged.ts";
import { type PageHeader, readPageHeader } from "./page-header.ts";
import type { PageMemory } from "./page-memory.ts";

/** The most bytes that can be asked for at once. */
export const piece: number = 1 << 15;

/** How far back Snappy refers: compressors cut their input into parts of this size. */
const history = 1 << 16;

/** Statistics in a page's header are two texts of any length; none of sense make it longer than this. */
const longestHeader = 1 << 24;

/** The sizes of a column's two regions: what was read and is packed, and what is unpacked. */
export interface Room {
  input: number;
  window: number;
}

/** Less would not do for a column of any size. */
export const leastRoom: Room = { input: 1 << 14, window: history + piece };

/** More would not help. */
const ampleRoom: Room = { input: 1 << 16, window: 5 * history };

/** The room for a column whose largest chunk has these sizes, packed and unpacked, when a column may have `share` bytes. */
export function roomFor(share: number, packed: number, unpacked: number): Room {
  const window = Math.max(leastRoom.window, Math.min(ampleRoom.window, share - ampleRoom.input));
  const input = Math.max(leastRoom.input, Math.min(ampleRoom.input, share - window));
  return { input: Math.min(input, Math.max(packed, 1)), window: Math.min(window, unpacked) };
}

/** No more comes out of so many packed bytes: Snappy copies 64 bytes with three. What a page claims is held to it. */
function mostUnpacked(size: number): number {
  return size * 22;
}

export const codec = { none: 0, snappy: 1 } as const;

/**
 * The bytes of one column's pages, unpacked as they are asked for. A page may be as large as a whole row group of a column,
 * so none is ever held whole: packed bytes pass through one region, and unpacked ones slide through another, which keeps as
 * many behind as Snappy may refer to.
 */
export class ColumnBytes {
  /** What is unpacked and not yet taken: bytes[start, end). Who takes moves `start` up. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  start = 0;
  end = 0;
  readonly #memory: PageMemory;
  readonly #room: Room;
  readonly #window: number;
  readonly #input: number;
  /** What is read and not yet unpacked. */
  #inputStart = 0;
  #inputEnd = 0;
  /** What is left of the chunk in the file. */
  #file = -1;
  #fileAt = 0;
  #fileLeft = 0;
  /** What is left of the section: packed bytes, bytes they will make, and bytes of a literal among them. */
  #packedLeft = 0;
  #unpackedLeft = 0;
  #literalLeft = 0;

  constructor(memory: PageMemory, room: Room, input: number, window: number) {
    this.#memory = memory;
    this.#room = room;
    this.#input = input;
    this.#window = window;
    this.bytes = new Uint8Array(memory.exports.memory.buffer);
    this.view = new DataView(memory.exports.memory.buffer);
  }

  openChunk(file: number, at: number, size: number): void {
    this.#file = file;
    this.#fileAt = at;
    this.#fileLeft = size;
    this.#inputStart = this.#inputEnd = this.#input;
    this.#packedLeft = 0;
  }

  /** Passes over what is left of the page before and reads the header of the next. */
  pageHeader(): PageHeader {
    this.skip(this.#packedLeft);
    this.#packedLeft = 0;
    let found = this.#headerAmong(this.bytes, this.#inputStart, this.#inputEnd);
    // Rarely the header ends behind what was read so far.
    while (found === undefined && this.#readMore()) {
      found = this.#headerAmong(this.bytes, this.#inputStart, this.#inputEnd);
    }
    if (found !== undefined) this.#inputStart = found.next;
    const header = found?.header ?? this.#longHeader();
    const left = this.#inputEnd - this.#inputStart + this.#fileLeft;
    if (header.size > left || header.unpackedSize > mostUnpacked(header.size)) throw new Damaged();
    return header;
  }

  /** The header there, unless it makes no sense, be it only for its end is not there. */
  #headerAmong(bytes: Uint8Array, at: number, end: number): ReturnType<typeof readPageHeader> | undefined {
    try {
      return readPageHeader(bytes, at, end);
    } catch (error) {
      if (error instanceof Damaged) return undefined;
      throw error;
    }
  }

  /** The next header, for which the room is too small. */
  #longHeader(): PageHeader {
    const kept = this.#inputEnd - this.#inputStart;
    const [at, left] = [this.#fileAt - kept, this.#fileLeft + kept];
    const most = Math.min(left, longestHeader);
    for (let size = 2 * this.#room.input; size < 2 * most; size *= 2) {
      const bytes = new Uint8Array(Math.min(size, most));
      const found = this.#headerAmong(bytes, 0, readSync(this.#file, bytes, 0, bytes.length, at));
      if (found === undefined) continue;
      this.#inputStart = this.#inputEnd = this.#input;
      this.#fileAt = at + found.next;
      this.#fileLeft = left - found.next;
      return found.header;
    }
    throw new Damaged();
  }

  /** Passes over so many bytes of the file. */
  skip(count: number): void {
    const here = Math.min(count, this.#inputEnd - this.#inputStart);
    this.#inputStart += here;
    this.#fileAt += count - here;
    this.#fileLeft -= count - here;
  }

  /** The next bytes of the page, so many, will unpack to so many. What is left of those before is forgotten. */
  openSection(size: number, unpackedSize: number, packing: number): void {
    this.skip(this.#packedLeft);
    this.#packedLeft = size;
    this.#unpackedLeft = unpackedSize;
    this.start = this.end = this.#window;
    this.#literalLeft = packing === codec.none ? unpackedSize : 0;
    if (packing === codec.none) {
      if (size !== unpackedSize) throw new Damaged();
    } else if (size > 0 && this.#varint() !== unpackedSize) throw new Damaged();
  }

  /** Sees to it that so many bytes, at most a piece, are there to be taken. */
  need(count: number): void {
    if (this.end - this.start >= count) return;
    const limit = this.#window + this.#room.window;
    if (this.start + count > limit) this.#slide();
    if (this.start + count > limit || count > this.end - this.start + this.#unpackedLeft) throw new Damaged();
    this.#unpack(this.start + count);
  }

  /** Takes any number of bytes, with eight more behind them, into `reuse` if it is large enough. */
  take(count: number, reuse: Uint8Array): Uint8Array {
    if (count > this.end - this.start + this.#unpackedLeft) throw new Damaged();
    const taken = count + 8 > reuse.length ? new Uint8Array(roomier(count + 8)) : reuse;
    for (let at = 0; at < count; ) {
      const next = Math.min(piece, count - at);
      this.need(next);
      taken.set(this.bytes.subarray(this.start, this.start + next), at);
      this.start += next;
      at += next;
    }
    return taken;
  }

  /** Takes doubles that are there and puts them, `step` apart, into an array that is in the same memory. */
  spreadDoubles(count: number, into: Float64Array, at: number, step: number): void {
    this.#memory.exports.spreadDoubles(this.start, count, into.byteOffset + at * 8, step * 8);
    this.start += count * 8;
  }

  #slide(): void {
    const from = Math.max(this.#window, Math.min(this.start, this.end - history));
    this.bytes.copyWithin(this.#window, from, this.end);
    this.start -= from - this.#window;
    this.end -= from - this.#window;
  }

  #unpack(enough: number): void {
    const { exports } = this.#memory;
    for (;;) {
      const available = Math.min(this.#inputEnd - this.#inputStart, this.#packedLeft);
      const whole = available === this.#packedLeft;
      const limit = this.#inputStart + available;
      const sound = exports.unsnappy(
        this.#inputStart,
        limit,
        whole,
        this.#window,
        this.end,
        enough,
        this.#literalLeft,
      );
      const [at, end] = [exports.snappyAt.value, exports.snappyEnd.value];
      this.#packedLeft -= at - this.#inputStart;
      this.#unpackedLeft -= end - this.end;
      this.#inputStart = at;
      this.end = end;
      this.#literalLeft = exports.snappyLiteral.value >>> 0;
      if (!sound || this.#unpackedLeft < 0) throw new Damaged();
      if (end >= enough) return;
      if (whole || !this.#readMore()) throw new Damaged();
    }
  }

  #varint(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      if (this.#packedLeft-- === 0 || (this.#inputStart === this.#inputEnd && !this.#readMore())) {
        throw new Damaged();
      }
      const next = this.bytes[this.#inputStart++];
      value += (next & 127) * unit;
      if (next < 128) return value;
      if (unit > 2 ** 32) throw new Damaged();
    }
  }

  /** Reads on in the chunk as far as there is room; false when there is no room or no more. */
  #readMore(): boolean {
    const kept = this.#inputEnd - this.#inputStart;
    this.bytes.copyWithin(this.#input, this.#inputStart, this.#inputEnd);
    this.#inputStart = this.#input;
    this.#inputEnd = this.#input + kept;
    const wanted = Math.min(this.#room.input - kept, this.#fileLeft);
    if (wanted <= 0) return false;
    const count = readSync(this.#file, this.bytes, this.#inputEnd, wanted, this.#fileAt);
    this.#inputEnd += count;
    this.#fileAt += count;
    this.#fileLeft -= count;
    return count > 0;
  }
}

/** A little more than that, so that what comes next and is a little larger fits too. */
export function roomier(length: number): number {
  return length + (length >>> 3);
}
