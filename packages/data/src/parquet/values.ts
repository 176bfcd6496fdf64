import { type Dictionary, missingCode } from "../dictionary.ts";
import { type ColumnBytes, piece, roomier } from "./column-bytes.ts";
import { Damaged } from "./damaged.ts";
import type { Chunk } from "./footer.ts";
import { doubles, type PlainNumbers } from "./plain-numbers.ts";
import { Runs } from "./runs.ts";

/** What pages say of their values. */
export const encoding = { plain: 0, plainDictionary: 2, rle: 3, bitPacked: 4, rleDictionary: 8 } as const;

/** Reads the values of one column, those that are there, into cells. */
export interface Values<Cells> {
  /** What stands in the cell of a value that is not there. */
  readonly missing: number;
  /** Takes in a dictionary of so many values in so many bytes. */
  readDictionary(bytes: ColumnBytes, count: number, size: number): void;
  /** A chunk begins: that of the one before is not for it. */
  forgetDictionary(): void;
  /** Whether the compiled program can put the values of the page in cells by itself. */
  readonly areCompiled: boolean;
  /** Begins with the values of a page, which are written so. */
  begin(bytes: ColumnBytes, written: number): void;
  /** Puts the next `count` into cells `at`, `at` + `step`, … */
  read(count: number, into: Cells, at: number, step: number): void;
}

const isDictionary = (written: number) =>
  written === encoding.plainDictionary || written === encoding.rleDictionary;

/** Whether pages of the chunk have places in a dictionary. */
export function hasDictionary({ encodings }: Chunk): boolean {
  return (encodings & (2 ** encoding.plainDictionary + 2 ** encoding.rleDictionary)) !== 0;
}

/** How many bits each place in a dictionary takes, as stands in front of them. */
function readWidth(bytes: ColumnBytes): number {
  bytes.need(1);
  const width = bytes.bytes[bytes.start++];
  if (width > 32) throw new Damaged();
  return width;
}

export class NumberValues implements Values<Float64Array> {
  readonly missing: number = Number.NaN;
  readonly #plain: PlainNumbers;
  readonly #places = new Runs();
  #bytes!: ColumnBytes;
  /** The values of the dictionary, of which there are `size`. */
  #dictionary: Float64Array = new Float64Array(0);
  #size = 0;
  #placed = false;

  constructor(plain: PlainNumbers) {
    this.#plain = plain;
  }

  get areCompiled(): boolean {
    return this.#placed ? this.#dictionary === this.#bytes.dictionary : this.#plain === doubles;
  }

  readDictionary(bytes: ColumnBytes, count: number, size: number): void {
    if (count * this.#plain.width > size) throw new Damaged();
    if (count <= bytes.dictionary.length) this.#dictionary = bytes.dictionary;
    else if (count > this.#dictionary.length) this.#dictionary = new Float64Array(roomier(count));
    this.#bytes = bytes;
    this.#placed = false;
    this.read(count, this.#dictionary, 0, 1);
    this.#size = count;
  }

  forgetDictionary(): void {
    this.#size = 0;
  }

  begin(bytes: ColumnBytes, written: number): void {
    this.#bytes = bytes;
    this.#placed = isDictionary(written);
    if (!this.#placed) {
      if (written !== encoding.plain) throw new Damaged();
      bytes.beginDoubles();
    } else if (this.areCompiled) bytes.beginPlaces(readWidth(bytes), this.#size);
    else this.#places.begin(bytes, readWidth(bytes));
  }

  read(count: number, into: Float64Array, at: number, step: number): void {
    const [bytes, plain] = [this.#bytes, this.#plain];
    if (this.#placed && this.areCompiled) return bytes.spreadPlaces(count, into, at, step);
    if (this.#placed) return readPlaced(this.#places, this.#dictionary, this.#size, count, into, at, step);
    const most = piece / plain.width;
    for (let done = 0; done < count; ) {
      const n = Math.min(most, count - done);
      bytes.need(n * plain.width);
      if (plain === doubles && into.buffer === bytes.bytes.buffer) {
        bytes.spreadDoubles(n, into, at + done * step, step);
      } else {
        plain.read(bytes.view, bytes.start, n, into, at + done * step, step);
        bytes.start += n * plain.width;
      }
      done += n;
    }
  }
}

const truths = Float64Array.of(0, 1);

/** Truths are bits, packed or in runs: places in a dictionary of 0 and 1. */
export class TruthValues implements Values<Float64Array> {
  readonly missing: number = Number.NaN;
  readonly areCompiled: boolean = false;
  readonly #bits = new Runs();

  readDictionary(): void {
    throw new Damaged();
  }

  forgetDictionary(): void {}

  begin(bytes: ColumnBytes, written: number): void {
    if (written === encoding.plain) return this.#bits.beginPacked(bytes, 1);
    if (written !== encoding.rle) throw new Damaged();
    // In front is the length of the runs, which end with the page.
    bytes.need(4);
    bytes.start += 4;
    this.#bits.begin(bytes, 1);
  }

  read(count: number, into: Float64Array, at: number, step: number): void {
    readPlaced(this.#bits, truths, truths.length, count, into, at, step);
  }
}

function readPlaced(
  places: Runs,
  dictionary: Float64Array,
  size: number,
  count: number,
  into: Float64Array,
  at: number,
  step: number,
): void {
  const { values } = places;
  for (let done = 0; done < count; ) {
    const n = places.next(count - done);
    const common = places.constant;
    for (let i = 0; i < n; i++) {
      const place = common < 0 ? values[i] : common;
      if (place >>> 0 >= size) throw new Damaged();
      into[at + (done + i) * step] = dictionary[place];
    }
    done += n;
  }
}

/** A place of the page's dictionary that has no code yet. */
const unknown = -3;

/** Texts as their codes in a dictionary of the reader's. */
export class TextValues implements Values<Int32Array> {
  readonly missing: number = missingCode;
  readonly areCompiled: boolean = false;
  readonly #places = new Runs();
  #bytes!: ColumnBytes;
  #placed = false;
  #dictionary!: Dictionary;
  /** The chunk's dictionary of `size` texts: its bytes, where each text is in them, and its code once it was met. */
  #size = 0;
  #pool: Uint8Array = new Uint8Array(0);
  #starts = new Int32Array(0);
  #ends = new Int32Array(0);
  #codes = new Int32Array(0);

  /** From now on codes are those of this dictionary. */
  encodeBy(dictionary: Dictionary): void {
    if (dictionary === this.#dictionary) return;
    this.#dictionary = dictionary;
    this.#codes.fill(unknown);
  }

  readDictionary(bytes: ColumnBytes, count: number, size: number): void {
    // Each takes four bytes at least.
    if (count * 4 > size) throw new Damaged();
    this.#pool = bytes.take(size, this.#pool);
    this.#size = count;
    if (count > this.#codes.length) {
      this.#starts = new Int32Array(roomier(count));
      this.#ends = new Int32Array(roomier(count));
      this.#codes = new Int32Array(roomier(count));
    }
    this.#codes.fill(unknown);
    const view = new DataView(this.#pool.buffer);
    for (let place = 0, at = 0; place < count; place++) {
      if (at + 4 > size) throw new Damaged();
      const length = view.getUint32(at, true);
      at += 4;
      if (length > size - at) throw new Damaged();
      this.#starts[place] = at;
      at += length;
      this.#ends[place] = at;
    }
  }

  forgetDictionary(): void {
    this.#size = 0;
  }

  begin(bytes: ColumnBytes, written: number): void {
    this.#bytes = bytes;
    this.#placed = isDictionary(written);
    if (this.#placed) this.#places.begin(bytes, readWidth(bytes));
    else if (written !== encoding.plain) throw new Damaged();
  }

  read(count: number, into: Int32Array, at: number, step: number): void {
    if (this.#placed) return this.#readPlaced(count, into, at, step);
    const [bytes, dictionary] = [this.#bytes, this.#dictionary];
    for (let i = 0; i < count; i++) {
      bytes.need(4);
      const length = bytes.view.getUint32(bytes.start, true);
      bytes.start += 4;
      if (length > piece)
        into[at + i * step] = dictionary.code(bytes.take(length, new Uint8Array(0)), 0, length);
      else {
        bytes.need(length);
        into[at + i * step] = dictionary.code(bytes.bytes, bytes.start, bytes.start + length);
        bytes.start += length;
      }
    }
  }

  #readPlaced(count: number, into: Int32Array, at: number, step: number): void {
    const [places, codes] = [this.#places, this.#codes];
    for (let done = 0; done < count; ) {
      const n = places.next(count - done);
      const common = places.constant;
      for (let i = 0; i < n; i++) {
        const place = common < 0 ? places.values[i] : common;
        if (place >>> 0 >= this.#size) throw new Damaged();
        if (codes[place] === unknown) {
          codes[place] = this.#dictionary.code(this.#pool, this.#starts[place], this.#ends[place]);
        }
        into[at + (done + i) * step] = codes[place];
      }
      done += n;
    }
  }
}
