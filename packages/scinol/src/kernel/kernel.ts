import { compiled } from "./compiled.ts";

/** What WebAssembly there is, as far as it is used; no library that the compiler has been told of has it. */
declare const WebAssembly:
  | {
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object, imports: object) => { readonly exports: unknown };
    }
  | undefined;

/** The functions of assembly/. Addresses and lengths in bytes; `lanes` is the length of one slot of all cells. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  playDense(
    ...numbers: [
      count: number,
      value: number,
      ω: number,
      state: number,
      unfade: number,
      importance: number,
      sums: number,
    ]
  ): void;
  digestDense(
    ...numbers: [
      count: number,
      value: number,
      ω: number,
      state: number,
      unfade: number,
      importance: number,
      slope: number,
    ]
  ): void;
  playSparse(...numbers: [count: number, index: number, ...rest: number[]]): void;
  digestSparse(...numbers: [count: number, index: number, ...rest: number[]]): void;
  playMany(...numbers: [count: number, index: number, ...rest: number[]]): void;
  digestMany(...numbers: [count: number, index: number, ...rest: number[]]): void;
  beginRound(setting: number, t: number): void;
  playOther(...numbers: [rule: number, count: number, index: number, ...rest: number[]]): void;
  digestOther(...numbers: [rule: number, count: number, index: number, ...rest: number[]]): void;
  playOtherMany(...numbers: [rule: number, count: number, index: number, ...rest: number[]]): void;
  digestOtherMany(...numbers: [rule: number, count: number, index: number, ...rest: number[]]): void;
  learnDense(...numbers: [loss: number, parameter: number, rows: number, ...rest: number[]]): number;
  learnSparse(...numbers: [loss: number, parameter: number, rows: number, ...rest: number[]]): number;
  learnSoftmax(...numbers: [rows: number, columns: number, constants: number, ...rest: number[]]): number;
  scoreDense(...numbers: [rows: number, columns: number, constants: number, ...rest: number[]]): void;
  firstBeyond(values: number, count: number): number;
  firstWrong(values: number, count: number): number;
  firstWrongRow(rows: number, offsets: number, indices: number, values: number, limit: number): number;
  extentOfRows(): number;
  zerosInRows(): number;
  dropZeros(rows: number, offsets: number, indices: number, values: number): void;
  freshInBatch(): number;
  wrongInBatch(): number;
  /** Both ask the host to `judge` each row, unless they are told of two classes. */
  learnTableRows(model: number, table: number, from: number, to: number, unfade: number): number;
  learnSparseRows(
    model: number,
    ...rest: [offsets: number, index: number, value: number, ...numbers: number[]]
  ): void;
  /** Asks the host to `meet` what is new. */
  placeRows(...numbers: [rows: number, offsets: number, indices: number, ...rest: number[]]): number;
  extentPlaced(): number;
  readonly host: Host;
  see(count: number, x: number, statistics: number, views: number, learning: 0 | 1): void;
}

/** What kernels ask of whoever runs them. */
export interface Host {
  judge(row: number): void;
  /** The coordinate of an entry's index, or −1. */
  meet(entry: number): number;
}

/** Memory comes in pages of so many bytes. */
export const PAGE = 65536;
/** Below this address is the compiler's own, as scripts/compile-kernels.mjs tells it. */
export const FIRST = 8192;

let compiledModule: object | null | undefined;

/** Whether a memory was asked for and could not be had. Not asked again: an engine tries hard before it says no. */
let exhausted = false;

/**
 * The kernels with a memory of their own, or undefined where there cannot be any: an engine without SIMD, a
 * Content-Security-Policy that forbids WebAssembly, or thousands of models, as engines set much address space aside for
 * each memory. The readable path then gives the same bits.
 */
export function kernel(): Kernel | undefined {
  if (compiledModule === undefined) compiledModule = compile();
  if (compiledModule === null || WebAssembly === undefined || exhausted) return undefined;
  const host: Host = { judge() {}, meet: () => -1 };
  try {
    const { exports } = new WebAssembly.Instance(compiledModule, {
      host: { judge: (row: number) => host.judge(row), meet: (entry: number) => host.meet(entry) },
    });
    return { ...(exports as Omit<Kernel, "host">), host };
  } catch {
    exhausted = true;
    return undefined;
  }
}

/** Takes the kernels as a runtime compiled them that does not let others compile. */
export function useModule(module: object): void {
  compiledModule = module;
}

function compile(): object | null {
  try {
    if (typeof WebAssembly === "undefined") return null;
    const bytes = new Uint8Array(compiled.length / 2);
    for (let n = 0; n < bytes.length; n++) bytes[n] = 16 * digit(2 * n) + digit(2 * n + 1);
    return new WebAssembly.Module(bytes);
  } catch {
    return null;
  }
}

/** The value of a hexadecimal digit. */
function digit(at: number): number {
  const letter = compiled.charCodeAt(at);
  return letter < 58 ? letter - 48 : letter - 87;
}
