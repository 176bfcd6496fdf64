import { readSync } from "node:fs";
import { compiled } from "./compiled.ts";

// The compiler's libraries for Node leave WebAssembly out; this is the part that is used here.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

/** What assembly/parquet exports. */
interface Exports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readNumbers(from: number, to: number, values: number): number;
  readMore(column: number): number;
  need(column: number, count: number): number;
  gather(column: number, last: number, count: number, rows: number, step: number): number;
  spreadPlaces(column: number, count: number, to: number, step: number): number;
  spreadDoubles(from: number, count: number, to: number, step: number): void;
  survey(from: number, step: number, count: number, table: number, bits: number): number;
  allBinary: { value: number };
  allWhole: { value: number };
  numberRows(lines: number, first: number, count: number): void;
  lookAt(from: number, count: number, step: number): void;
  metInfinite: { value: number };
}

const wasmPage = 1 << 16;
const firstAddress = 1 << 10;
/** Regions begin at multiples of this. */
const alignment = 64;
/** Behind each region, because what is compiled copies 64 bytes at a time, looks eight ahead, and reads a tag too many. */
const toSpare = 80;

/** Numbers that come out of a struct of Thrift: of 16 fields, and of 16 in each. */
const numbersInStruct = 256;

let compiledModule: object | undefined;

/** A memory with regions of these sizes, and the compiled program that unpacks from one to another. */
export class PageMemory {
  readonly exports: Exports;
  readonly addresses: number[];
  readonly bytes: Uint8Array;
  readonly #numbers: Float64Array;

  constructor(sizes: readonly number[]) {
    compiledModule ??= new WebAssembly.Module(Buffer.from(compiled, "base64"));
    // Addresses come out of the program with a sign.
    const read = (file: number, to: number, count: number, at: number) =>
      readSync(file, this.bytes, to >>> 0, count, at);
    this.exports = new WebAssembly.Instance(compiledModule, { host: { read } }).exports as Exports;
    let at = firstAddress + numbersInStruct * 8;
    this.addresses = sizes.map((size) => {
      const address = at;
      at = Math.ceil((at + size + toSpare) / alignment) * alignment;
      return address;
    });
    const { memory } = this.exports;
    const short = Math.ceil((at - memory.buffer.byteLength) / wasmPage);
    if (short > 0) memory.grow(short);
    this.bytes = new Uint8Array(memory.buffer);
    this.#numbers = new Float64Array(memory.buffer, firstAddress, numbersInStruct);
  }

  /**
   * The numbers in the struct of Thrift at [from, to), and where it ends: that of field i at i, that of field j in field i at
   * 16 i + j, of a list the sum of 2^n, of anything else 1; NaN where there is none. Good until the next are asked for.
   * Undefined when it makes no sense, be it only for its end is not there.
   */
  readNumbers(from: number, to: number): { numbers: Float64Array; next: number } | undefined {
    const next = this.exports.readNumbers(from, to, firstAddress) >>> 0;
    return next === 0 ? undefined : { numbers: this.#numbers, next };
  }
}
