import * as core from "../core/index.ts";
import { type Arrays, begin, STATIC, use } from "../core/memory.ts";
import { compiled } from "./compiled.ts";

/** The part of WebAssembly that is used; the libraries that the compiler knows do not declare it. */
declare const WebAssembly:
  | {
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object, imports: object) => { readonly exports: object };
      validate(bytes: Uint8Array): boolean;
    }
  | undefined;

export type Core = typeof core;

/** A memory and the core working in it. The first STATIC bytes are the core's own. */
export interface Space extends Arrays {
  /** The whole memory. Every array is replaced when the memory grows. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly byteLength: number;
  readonly core: Core;
  /** Makes the memory at least `bytes` long, and keeps what is in it. Returns false if there is no memory left. */
  grow(bytes: number): boolean;
}

export interface Engine {
  readonly name: "simd" | "js";
  /** Why it is this one, for people. */
  readonly why: string;
  /**
   * Makes a memory. The first after a call of `engine` succeeds. A later one throws if there cannot be another instance;
   * `engine` then returns the engine that is left.
   */
  space(): Space;
}

const PAGE = 65536;
/** Addresses are signed in WebAssembly's shifts and comparisons, so they end here. */
const MOST_BYTES = 2 ** 31;

abstract class Memory {
  doubles = new Float64Array(0);
  i32 = new Int32Array(0);
  u32 = new Uint32Array(0);
  bytes = new Uint8Array(0);

  get byteLength(): number {
    return this.bytes.length;
  }

  grow(bytes: number): boolean {
    if (bytes <= this.byteLength) return true;
    // A quarter more at a time, so that growing often does not cost more than growing far; less when memory is short.
    const roomy = Math.max(bytes, this.byteLength * 1.25);
    return this.resize(roomy) || this.resize(bytes);
  }

  private resize(bytes: number): boolean {
    const pages = Math.ceil(bytes / PAGE);
    if (pages * PAGE > MOST_BYTES) return false;
    try {
      this.view(this.extend(pages));
      return true;
    } catch {
      return false;
    }
  }

  protected view(buffer: ArrayBuffer): void {
    this.doubles = new Float64Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.bytes = new Uint8Array(buffer);
  }

  /** Returns a buffer of `pages` with the same contents; throws if there is no memory for it. */
  protected abstract extend(pages: number): ArrayBuffer;
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

class SimdSpace extends Memory implements Space {
  readonly core: Core;
  private readonly memory: WebAssemblyMemory;

  constructor(exports: object) {
    super();
    this.core = exports as Core;
    this.memory = (exports as { memory: WebAssemblyMemory }).memory;
    this.view(this.memory.buffer);
  }

  protected extend(pages: number): ArrayBuffer {
    this.memory.grow(pages - this.byteLength / PAGE);
    return this.memory.buffer;
  }
}

class JsSpace extends Memory implements Space {
  readonly core = bound(this);

  constructor() {
    super();
    this.view(this.extend(Math.ceil(STATIC / PAGE)));
    begin(this);
  }

  protected extend(pages: number): ArrayBuffer {
    const buffer = new ArrayBuffer(pages * PAGE);
    new Uint8Array(buffer).set(this.bytes);
    return buffer;
  }
}

/** Returns the core's functions so that each works in the arrays that `space` has when it is called. */
function bound(space: Arrays): Core {
  const functions: Record<string, unknown> = {};
  for (const [name, call] of Object.entries<(...numbers: number[]) => unknown>(core as never)) {
    // Rest parameters would make an array for every call.
    if (call.length > 6) throw new Error(`core: ${name} takes more than six numbers`);
    functions[name] = (a: number, b: number, c: number, d: number, e: number, f: number): unknown => {
      use(space);
      return call(a, b, c, d, e, f);
    };
  }
  return functions as never;
}

let module: object | undefined;
/** Why there is no instance of the module; once there was none, none is tried: an engine tries hard before it fails. */
let failure: string | undefined;
/** An instance made to see whether there can be one, until somebody takes it. */
let spare: object | undefined;

/** Uses a module that the runtime compiled, for runtimes in which nothing else may be compiled. */
export function useModule(given: object): void {
  module = given;
  failure = undefined;
}

/** Chooses an engine: "auto" is WebAssembly with SIMD where that works, else JavaScript with the same results. */
export function engine(wanted: "auto" | "js"): Engine {
  if (wanted === "js") return { name: "js", why: "asked for", space: () => new JsSpace() };
  spare ??= instantiate();
  if (spare === undefined) return { name: "js", why: `${failure}`, space: () => new JsSpace() };
  return { name: "simd", why: "WebAssembly with SIMD", space: simdSpace };
}

function simdSpace(): Space {
  const exports = spare ?? instantiate();
  spare = undefined;
  if (exports === undefined) throw new Error(`engine: ${failure}`);
  return new SimdSpace(exports);
}

/** Returns the exports of a new instance, or undefined and notes the `failure`. */
function instantiate(): object | undefined {
  if (failure !== undefined) return undefined;
  if (typeof WebAssembly === "undefined") {
    failure = "no WebAssembly";
    return undefined;
  }
  module ??= compile(WebAssembly);
  if (module === undefined) return undefined;
  try {
    return new WebAssembly.Instance(module, {}).exports;
  } catch {
    failure = "no memory for another instance";
    return undefined;
  }
}

function compile({ Module, validate }: NonNullable<typeof WebAssembly>): object | undefined {
  const bytes = Uint8Array.from({ length: compiled.length / 2 }, (_, n) =>
    Number.parseInt(compiled.slice(2 * n, 2 * n + 2), 16),
  );
  try {
    return new Module(bytes);
  } catch {
    failure = validate(bytes) ? "the content security policy forbids compiling" : "WebAssembly without SIMD";
    return undefined;
  }
}
