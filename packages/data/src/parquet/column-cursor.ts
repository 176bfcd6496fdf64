import { type ColumnBytes, codec } from "./column-bytes.ts";
import { Damaged } from "./damaged.ts";
import type { Chunk } from "./footer.ts";
import { type PageHeader, pageType } from "./page-header.ts";
import { feedOf, Runs } from "./runs.ts";
import { encoding, type Values } from "./values.ts";

/** Reads one column of a file from its first row to its last, whatever pages and row groups they lie in. */
export class ColumnCursor<Cells extends Float64Array | Int32Array> {
  readonly #bytes: ColumnBytes;
  readonly #values: Values<Cells>;
  /** Whether values may be missing; then levels say which are there. */
  readonly #optional: boolean;
  readonly #levels = new Runs();
  #levelBytes: Uint8Array = new Uint8Array(0);
  /** Values that are there, before they are put among the missing ones. */
  readonly #present: Cells;
  #file = -1;
  #chunks: Iterator<Chunk> = [][Symbol.iterator]();
  #packing = -1;
  /** Rows of the chunk that are in pages not yet opened, and of the page that are not yet read. */
  #chunkLeft = 0;
  #pageLeft = 0;
  #encoding = -1;
  #begun = false;

  /** With room for as many cells as levels are read at a time. */
  constructor(bytes: ColumnBytes, values: Values<Cells>, optional: boolean, room: Cells) {
    this.#bytes = bytes;
    this.#values = values;
    this.#optional = optional;
    this.#present = room;
  }

  open(file: number, chunks: Iterable<Chunk>): void {
    this.#file = file;
    this.#chunks = chunks[Symbol.iterator]();
    this.#chunkLeft = this.#pageLeft = 0;
    this.#bytes.offer(0);
  }

  /** Puts the column's next `count` cells into `into` at `at`, `at` + `step`, … */
  read(count: number, into: Cells, at: number, step: number): void {
    const taken = this.#bytes.taken();
    this.#pageLeft -= taken;
    if (this.#optional) this.#levels.pass(taken);
    for (let done = 0; done < count; ) {
      while (this.#pageLeft === 0) this.#nextPage();
      let n = Math.min(count - done, this.#pageLeft);
      const to = at + done * step;
      if (this.#optional) n = this.#readLevels(n, into, to, step);
      else this.#readValues(n, into, to, step);
      this.#pageLeft -= n;
      done += n;
    }
    if (!this.#begun || !this.#values.areCompiled) return;
    const present = this.#optional ? this.#levels.ahead(1) : this.#pageLeft;
    this.#bytes.offer(Math.min(present, this.#pageLeft));
  }

  /** The next cells as their levels are written in one run; how many. */
  #readLevels(most: number, into: Cells, at: number, step: number): number {
    const [levels, values] = [this.#levels, this.#values];
    const n = levels.next(most);
    if (levels.constant === 1) this.#readValues(n, into, at, step);
    else if (levels.constant === 0) for (let i = 0; i < n; i++) into[at + i * step] = values.missing;
    else if (levels.constant > 1) throw new Damaged();
    else {
      const present = this.#present;
      const there = levels.values;
      let count = 0;
      for (let i = 0; i < n; i++) count += there[i];
      this.#readValues(count, present, 0, 1);
      for (let i = 0, next = 0; i < n; i++) {
        into[at + i * step] = there[i] === 1 ? present[next++] : values.missing;
      }
    }
    return n;
  }

  /** A page without values may leave out even what stands in front of them. */
  #readValues(count: number, into: Cells, at: number, step: number): void {
    if (count === 0) return;
    if (!this.#begun) this.#values.begin(this.#bytes, this.#encoding);
    this.#begun = true;
    this.#values.read(count, into, at, step);
  }

  #nextPage(): void {
    if (this.#chunkLeft === 0) {
      const { value: chunk } = this.#chunks.next() as { value: Chunk | undefined };
      if (chunk === undefined) throw new Damaged();
      this.#bytes.openChunk(this.#file, chunk.at, chunk.size);
      this.#values.forgetDictionary();
      this.#chunkLeft = chunk.values;
      this.#packing = chunk.codec;
      return;
    }
    const [bytes, header] = [this.#bytes, this.#bytes.pageHeader()];
    const isData = header.type === pageType.data || header.type === pageType.dataV2;
    if (isData) {
      if (header.values > this.#chunkLeft) throw new Damaged();
      if (header.type === pageType.data) this.#openLevels(header);
      else this.#openLevelsV2(header);
      this.#encoding = header.encoding;
      this.#begun = false;
      this.#chunkLeft -= header.values;
      this.#pageLeft = header.values;
    } else if (header.type === pageType.dictionary) {
      bytes.openSection(header.size, header.unpackedSize, this.#packing);
      this.#values.readDictionary(bytes, header.values, header.unpackedSize);
    } else bytes.skip(header.size);
  }

  #openLevels(header: PageHeader): void {
    const bytes = this.#bytes;
    bytes.openSection(header.size, header.unpackedSize, this.#packing);
    if (!this.#optional) return;
    if (header.levelEncoding !== encoding.rle) throw new Damaged();
    bytes.need(4);
    const size = bytes.view.getUint32(bytes.start, true);
    bytes.start += 4;
    this.#takeLevels(size);
  }

  #openLevelsV2(header: PageHeader): void {
    const bytes = this.#bytes;
    const levels = header.repetitionSize + header.definitionSize;
    bytes.openSection(levels, levels, codec.none);
    // Flat columns have no repetition levels, so there is nothing in front of the others.
    if (header.repetitionSize > 0) throw new Damaged();
    if (this.#optional) this.#takeLevels(header.definitionSize);
    const packing = header.packed ? this.#packing : codec.none;
    bytes.openSection(header.size - levels, header.unpackedSize - levels, packing);
  }

  /** Levels are needed along with the values, which lie behind all of them: so they are kept aside. */
  #takeLevels(size: number): void {
    this.#levelBytes = this.#bytes.take(size, this.#levelBytes);
    this.#levels.begin(feedOf(this.#levelBytes, size), 1);
  }
}
