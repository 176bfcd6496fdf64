import type { Memory } from "./bytes/window.ts";
import { compiled } from "./compiled.ts";
import { parseDecimal } from "./decimal.ts";

// The compiler's libraries for Node leave WebAssembly out; this is the part that is used here.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

/** What assembly/ exports. */
interface Exports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  scanCsv(...numbers: number[]): number;
  csvAt: { value: number };
  csvLine: { value: number };
  csvRows: { value: number };
  scanSvmlight(...numbers: number[]): number;
  svmAt: { value: number };
  svmLine: { value: number };
  svmRows: { value: number };
  svmCount: { value: number };
}

const pageSize = 1 << 16;
/** Below it are the scanner's own constants. */
const firstAddress = 1 << 12;

let compiledModule: object | undefined;

/** The compiled scanners with a memory of their own: first the arrays they fill, then the window they read. */
export class CompiledMemory implements Memory {
  readonly exports: Exports;
  /** Where the window begins. */
  readonly input: number;
  #window: Uint8Array = new Uint8Array(0);

  /** Room for the arrays, of so many bytes each. */
  readonly addresses: number[];

  constructor(arrays: readonly number[]) {
    compiledModule ??= new WebAssembly.Module(Buffer.from(compiled, "base64"));
    const decimal = (from: number, to: number) => parseDecimal(this.#window, from, to);
    this.exports = new WebAssembly.Instance(compiledModule, { host: { decimal } }).exports as Exports;
    let at = firstAddress;
    this.addresses = arrays.map((bytes) => {
      const address = at;
      at = (at + bytes + 15) & ~15;
      return address;
    });
    this.input = at;
    this.#reserve(at);
  }

  get buffer(): ArrayBuffer {
    return this.exports.memory.buffer;
  }

  grow(size: number, kept: Uint8Array): Uint8Array {
    const elsewhere = kept.buffer !== this.buffer;
    // The scanners read eight bytes at a time, so past the end.
    this.#reserve(this.input + size + 16);
    this.#window = new Uint8Array(this.buffer, this.input, size);
    // What is here already lies where the window begins, and stays there when the memory grows.
    if (elsewhere) this.#window.set(kept);
    return this.#window;
  }

  #reserve(bytes: number): void {
    const short = Math.ceil(bytes / pageSize) - this.buffer.byteLength / pageSize;
    if (short > 0) this.exports.memory.grow(short);
  }
}
