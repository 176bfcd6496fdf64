import { readSync } from "node:fs";
import { Damaged } from "./damaged.ts";
import { type PageHeader, readPageHeader } from "./page-header.ts";
import { PageMemory } from "./page-memory.ts";

/** The most bytes that can be asked for at once. */
export const piece: number = 1 << 15;

/** How far back Snappy refers: compressors cut their input into parts of this size. */
const history = 1 << 16;

/** Statistics in a page's header are two texts of any length; none of sense make it longer than this. */
const longestHeader = 1 << 24;

/** The sizes of a column's regions: what was read and is packed, what is unpacked, and a dictionary of numbers. */
export interface Room {
  input: number;
  window: number;
  dictionary: number;
}

/** Less would not do for a column of any size. */
export const leastRoom: Room = { input: 1 << 14, window: history + piece, dictionary: 0 };

/** More would not help. */
const ampleRoom: Room = { input: 1 << 17, window: 3 * history, dictionary: 1 << 15 };

/** The largest chunk of a column: its sizes, packed and unpacked, and whether it has a dictionary of numbers. */
export interface Demand {
  packed: number;
  unpacked: number;
  places: boolean;
}

/** The room for a column when it may have `share` bytes. What is not packed passes through little. */
export function roomFor(share: number, { packed, unpacked, places }: Demand): Room {
  const ample = packed < unpacked ? ampleRoom : leastRoom;
  const window = Math.max(leastRoom.window, Math.min(ample.window, share - ample.input));
  const input = Math.max(leastRoom.input, Math.min(ample.input, share - window));
  const spare = Math.max(0, share - window - input);
  return {
    input: Math.min(input, Math.max(packed, 1)),
    window: Math.min(window, unpacked),
    dictionary: places ? Math.min(ampleRoom.dictionary, spare) & ~7 : 0,
  };
}

/** No more comes out of so many packed bytes: Snappy copies 64 bytes with three. What a page claims is held to it. */
function mostUnpacked(size: number): number {
  return size * 22;
}

export const codec = { none: 0, snappy: 1 } as const;

/** Where in the compiled program's Column what is; see assembly/parquet/column.ts. First two doubles … */
const double = { fileAt: 0, fileLeft: 1 } as const;
/** … and then whole numbers. */
const field = {
  file: 0,
  input: 1,
  inputLimit: 2,
  inputStart: 3,
  inputEnd: 4,
  packedLeft: 5,
  unpackedLeft: 6,
  literalLeft: 7,
  window: 8,
  limit: 9,
  start: 10,
  end: 11,
  offered: 12,
  arePlaces: 13,
  cell: 14,
  dictionary: 15,
  entries: 16,
  width: 17,
  runLeft: 18,
  runIsPacked: 19,
  bit: 20,
  runPlace: 21,
} as const;
const [doubleCount, fieldCount] = [Object.keys(double).length, Object.keys(field).length];

/** How many bytes it takes. */
export const stateSize: number = doubleCount * 8 + fieldCount * 4;

/**
 * The bytes of one column's pages, unpacked as they are asked for. A page may be as large as a whole row group of a column,
 * so none is ever held whole: packed bytes pass through one region, and unpacked ones slide through another, which keeps as
 * many behind as Snappy may refer to. How far they are is kept where the compiled program sees it, which takes most of them.
 */
export class ColumnBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Room for a dictionary that the compiled program looks up places in. */
  readonly dictionary: Float64Array;
  readonly #memory: PageMemory;
  readonly #address: number;
  readonly #place: Float64Array;
  readonly #state: Uint32Array;
  #offered = 0;

  /** With regions of the memory for its state, for packed bytes, for unpacked ones and for a dictionary. */
  constructor(memory: PageMemory, room: Room, [address, input, window, dictionary]: readonly number[]) {
    this.#memory = memory;
    this.#address = address;
    this.bytes = memory.bytes;
    const { buffer } = memory.exports.memory;
    this.view = new DataView(buffer);
    this.#place = new Float64Array(buffer, address, doubleCount);
    this.#state = new Uint32Array(buffer, address + doubleCount * 8, fieldCount);
    this.#state[field.input] = input;
    this.#state[field.inputLimit] = input + room.input;
    this.#state[field.window] = window;
    this.#state[field.limit] = window + room.window;
    this.#state[field.dictionary] = dictionary;
    this.dictionary = new Float64Array(buffer, dictionary, room.dictionary / 8);
  }

  /** Where what is unpacked and not yet taken begins. Who takes moves it up. */
  get start(): number {
    return this.#state[field.start];
  }

  set start(at: number) {
    this.#state[field.start] = at;
  }

  /** Where in a row of the block the column's cell is. */
  set slot(slot: number) {
    this.#state[field.cell] = slot * 8;
  }

  openChunk(file: number, at: number, size: number): void {
    this.#state[field.file] = file;
    this.#goTo(at, size);
    this.#closeSection();
  }

  /** Goes on there in the file, whatever was read before. */
  #goTo(at: number, left: number): void {
    this.#place[double.fileAt] = at;
    this.#place[double.fileLeft] = left;
    this.#state[field.inputStart] = this.#state[field.inputEnd] = this.#state[field.input];
  }

  #closeSection(): void {
    this.#state[field.packedLeft] = this.#state[field.unpackedLeft] = this.#state[field.literalLeft] = 0;
  }

  /** Passes over what is left of the page before and reads the header of the next. */
  pageHeader(): PageHeader {
    const state = this.#state;
    this.skip(state[field.packedLeft]);
    this.#closeSection();
    const among = () => readPageHeader(this.#memory, state[field.inputStart], state[field.inputEnd]);
    let found = among();
    while (found === undefined && this.#readMore()) found = among();
    if (found !== undefined) state[field.inputStart] = found.next;
    const header = found?.header ?? this.#longHeader();
    const left = this.#read + this.#place[double.fileLeft];
    if (header.size > left || header.unpackedSize > mostUnpacked(header.size)) throw new Damaged();
    return header;
  }

  /** How many bytes are read and not yet unpacked. */
  get #read(): number {
    return this.#state[field.inputEnd] - this.#state[field.inputStart];
  }

  /** The next header, for which the room is too small. */
  #longHeader(): PageHeader {
    const { input, inputLimit, file } = field;
    const kept = this.#read;
    const [at, left] = [this.#place[double.fileAt] - kept, this.#place[double.fileLeft] + kept];
    const most = Math.min(left, longestHeader);
    for (let size = 2 * (this.#state[inputLimit] - this.#state[input]); size < 2 * most; size *= 2) {
      const memory = new PageMemory([Math.min(size, most)]);
      const start = memory.addresses[0];
      const count = readSync(this.#state[file], memory.bytes, start, Math.min(size, most), at);
      const found = readPageHeader(memory, start, start + count);
      if (found === undefined) continue;
      const length = found.next - start;
      this.#goTo(at + length, left - length);
      return found.header;
    }
    throw new Damaged();
  }

  /** Passes over so many bytes of the file. */
  skip(count: number): void {
    const here = Math.min(count, this.#read);
    this.#state[field.inputStart] += here;
    this.#place[double.fileAt] += count - here;
    this.#place[double.fileLeft] -= count - here;
  }

  /** The next bytes of the page, so many, will unpack to so many. What is left of those before is forgotten. */
  openSection(size: number, unpackedSize: number, packing: number): void {
    const state = this.#state;
    this.skip(state[field.packedLeft]);
    state[field.packedLeft] = size;
    state[field.unpackedLeft] = unpackedSize;
    state[field.start] = state[field.end] = state[field.window];
    state[field.literalLeft] = packing === codec.none ? unpackedSize : 0;
    if (packing === codec.none) {
      if (size !== unpackedSize) throw new Damaged();
    } else if (size > 0 && this.#varint() !== unpackedSize) throw new Damaged();
  }

  /** Sees to it that so many bytes, at most a piece, are there to be taken. */
  need(count: number): void {
    if (!this.#memory.exports.need(this.#address, count)) throw new Damaged();
  }

  /** Takes any number of bytes, with eight more behind them, into `reuse` if it is large enough. */
  take(count: number, reuse: Uint8Array): Uint8Array {
    if (count > this.#state[field.end] - this.start + this.#state[field.unpackedLeft]) throw new Damaged();
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

  /** The next values are doubles, one after the other … */
  beginDoubles(): void {
    this.#state[field.arePlaces] = 0;
  }

  /** … or places of so many bits in the dictionary, which has so many entries. */
  beginPlaces(width: number, entries: number): void {
    const state = this.#state;
    state[field.arePlaces] = 1;
    state[field.entries] = entries;
    state[field.width] = width;
    // In no bits there is nothing to be told, and some writers leave the runs out.
    state[field.runLeft] = width === 0 ? 2 ** 32 - 1 : 0;
    state[field.runIsPacked] = state[field.runPlace] = 0;
  }

  /** Takes doubles that are there and puts them, `step` apart, into an array that is in the same memory. */
  spreadDoubles(count: number, into: Float64Array, at: number, step: number): void {
    this.#memory.exports.spreadDoubles(this.start, count, into.byteOffset + at * 8, step * 8);
    this.start += count * 8;
  }

  /** The same for places. */
  spreadPlaces(count: number, into: Float64Array, at: number, step: number): void {
    const { exports } = this.#memory;
    if (!exports.spreadPlaces(this.#address, count, into.byteOffset + at * 8, step * 8)) throw new Damaged();
  }

  /** So many of the values are next, none missing among them: the compiled program may put them in rows. */
  offer(count: number): void {
    this.#state[field.offered] = this.#offered = count;
  }

  /** How many of those it has taken. The others are no longer offered. */
  taken(): number {
    const taken = this.#offered - this.#state[field.offered];
    this.offer(0);
    return taken;
  }

  #varint(): number {
    const state = this.#state;
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      if (state[field.packedLeft] === 0 || (this.#read === 0 && !this.#readMore())) throw new Damaged();
      state[field.packedLeft]--;
      const next = this.bytes[state[field.inputStart]++];
      value += (next & 127) * unit;
      if (next < 128) return value;
      if (unit > 2 ** 32) throw new Damaged();
    }
  }

  /** Reads on in the chunk; false when there is no room or no more. */
  #readMore(): boolean {
    return this.#memory.exports.readMore(this.#address) !== 0;
  }
}

/** A little more than that, so that what comes next and is a little larger fits too. */
export function roomier(length: number): number {
  return length + (length >>> 3);
}
