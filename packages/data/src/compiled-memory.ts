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
/** Where assembly/decimal.ts looks for the powers of five; below are its own constants, behind is room for arrays. */
const fivesAddress = 1 << 12;
const firstAddress = 1 << 13;

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
    this.#reserve(firstAddress);
    new BigUint64Array(this.buffer, fivesAddress, fives().length).set(fives());
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
    // The scanners read up to 32 bytes at a time, so past the end.
    this.#reserve(this.input + size + 32);
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

let powersOfFive: BigUint64Array | undefined;

/** The first 128 bits of 5^-128 … 5^127, the highest of them set: low half, high half. */
function fives(): BigUint64Array {
  if (powersOfFive) return powersOfFive;
  powersOfFive = new BigUint64Array(512);
  for (let q = -128; q < 128; q++) {
    const five = 5n ** BigInt(Math.abs(q));
    const length = BigInt(five.toString(2).length);
    let bits: bigint;
    if (q >= 0) bits = length <= 128n ? five << (128n - length) : five >> (length - 128n);
    else {
      // A reciprocal has no end. Down to 5^-27 it is rounded up, as the proof of the method asks; below, cut off.
      const reciprocal = (1n << (length + 256n)) / five + 1n;
      const excess = BigInt(reciprocal.toString(2).length) - 128n;
      bits = reciprocal >> excess;
      if (q >= -27) bits += 1n;
    }
    powersOfFive[(q + 128) * 2] = bits & 0xffffffffffffffffn;
    powersOfFive[(q + 128) * 2 + 1] = bits >> 64n;
  }
  return powersOfFive;
}
