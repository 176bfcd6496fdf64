import { compiled } from "./compiled.ts";

// The compiler's libraries for Node leave WebAssembly out; this is the part that is used here.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** What assembly/parquet exports. */
interface Exports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  unsnappy(
    at: number,
    limit: number,
    whole: boolean,
    window: number,
    end: number,
    enough: number,
    literal: number,
  ): number;
  spreadDoubles(from: number, count: number, to: number, step: number): void;
  anyInfinite(from: number, count: number): number;
  snappyAt: { value: number };
  snappyEnd: { value: number };
  snappyLiteral: { value: number };
}

const wasmPage = 1 << 16;
const firstAddress = 1 << 10;
/** Behind each region, because what is compiled copies sixteen bytes at a time and looks eight ahead. */
const toSpare = 80;

/** A memory with regions of these sizes, and the compiled program that unpacks from one to another. */
export class PageMemory {
  readonly exports: Exports;
  readonly addresses: number[];

  constructor(sizes: readonly number[]) {
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(compiled, "base64")))
      .exports as Exports;
    let at = firstAddress;
    this.addresses = sizes.map((size) => {
      const address = at;
      at = (at + size + toSpare + 63) & ~63;
      return address;
    });
    const { memory } = this.exports;
    const short = Math.ceil((at - memory.buffer.byteLength) / wasmPage);
    if (short > 0) memory.grow(short);
  }
}
