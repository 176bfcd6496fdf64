import { DataError } from "../data-error.ts";
import type { ByteSource } from "./byte-source.ts";

const newline = 10;
const initialSize = 1 << 20;

/** The longest row: beyond it a quote was surely left open, and memory must stay bounded. */
export const maximumRow: number = 1 << 24;

/** Where the window's bytes live; a scanner may want them in memory of its own. */
export interface Memory {
  /** So many bytes, which begin with those kept. */
  grow(size: number, kept: Uint8Array): Uint8Array;
}

const plainMemory: Memory = {
  grow(size, kept) {
    const bytes = new Uint8Array(size);
    bytes.set(kept);
    return bytes;
  },
};

/**
 * The part of a text that is in memory: bytes[start, end), read but not yet consumed. The reader moves `start` up; filling
 * moves what is left to the front and reads behind it. The text always ends in a newline: one is added where it is missing.
 */
export class Window {
  bytes: Uint8Array;
  start = 0;
  end = 0;
  /** The number of the line that begins at `start`; the reader counts it up. */
  line = 1;
  /** Whether the source has nothing more. */
  ended = false;
  readonly source: ByteSource;
  #memory: Memory = plainMemory;
  #moving = false;
  #pending: Promise<number> | undefined;
  #atStart = true;

  constructor(source: ByteSource) {
    this.source = source;
    this.bytes = new Uint8Array(initialSize);
  }

  /** Lives in this memory from now on, or, where a read is under way into the present one, from the filling after it. */
  moveTo(memory: Memory): void {
    this.#memory = memory;
    if (this.#pending === undefined) this.#move(this.bytes.length);
    else this.#moving = true;
  }

  #move(size: number): void {
    this.bytes = this.#memory.grow(size, this.bytes.subarray(0, this.end));
    this.#moving = false;
  }

  /** Just after the last newline in the window: rows before it may be complete. */
  get limit(): number {
    const text = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.start, this.end - this.start);
    return this.start + text.lastIndexOf(newline) + 1;
  }

  /** Waits for more bytes, whatever number arrives. */
  async fill(): Promise<void> {
    const unfinished = this.end - this.start;
    // An unfinished row is scanned again from its start; when it is long, only after it grew by half, not by a piece.
    const wanted = unfinished > 1 << 20 ? unfinished * 1.5 : unfinished + 1;
    while (!this.ended && (this.#atStart || this.end - this.start < wanted)) this.#take(await this.#read());
  }

  /** Like `fill`, but gives up after some milliseconds of silence; then the read goes on and the next fill has it. */
  async fillWithin(milliseconds: number): Promise<"more" | "silence"> {
    if (this.ended) return "more";
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, milliseconds, undefined);
    });
    const count = await Promise.race([this.#read(), silence]);
    clearTimeout(timer);
    if (count === undefined) return "silence";
    this.#take(count);
    return "more";
  }

  /**
   * Each time bytes have arrived, the limit of what may be complete. The reader consumes what it can; a row it leaves
   * behind is offered again with more bytes, the last time when the source has ended.
   */
  async *limits(): AsyncGenerator<number> {
    for (;;) {
      const limit = this.limit;
      if (limit > this.start) yield limit;
      else if (this.overlong) {
        throw new DataError({ file: this.source.name, line: this.line }, "the line is longer than 16 MiB");
      }
      if (this.ended) return;
      await this.fill();
    }
  }

  /** Whether the first row in the window is longer than any row may be. */
  get overlong(): boolean {
    return this.end - this.start > maximumRow;
  }

  #read(): Promise<number> {
    if (this.#pending) return this.#pending;
    if (this.start > 0) {
      this.bytes.copyWithin(0, this.start, this.end);
      this.end -= this.start;
      this.start = 0;
    }
    // The space for reading is half the window or more, all but the byte kept free for a last newline.
    const size = this.end > this.bytes.length >>> 1 ? this.bytes.length * 2 : this.bytes.length;
    if (this.#moving || size !== this.bytes.length) this.#move(size);
    this.#pending = this.source.read(this.bytes.subarray(this.end, this.bytes.length - 1));
    // A reader that is given up while a read is under way must not be blamed for how that ends.
    this.#pending.catch(() => {});
    return this.#pending;
  }

  #take(count: number): void {
    this.#pending = undefined;
    this.end += count;
    if (this.#atStart && (this.end >= 3 || count === 0)) {
      this.#atStart = false;
      const [a, b, c] = this.bytes;
      if (this.end >= 3 && a === 0xef && b === 0xbb && c === 0xbf) this.start = 3;
      else if (this.end >= 2 && ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))) {
        throw new DataError({ file: this.source.name, line: 1 }, "the text is UTF-16; save it as UTF-8");
      }
    }
    if (count > 0) return;
    this.ended = true;
    if (this.end > this.start && this.bytes[this.end - 1] !== newline) this.bytes[this.end++] = newline;
  }
}
