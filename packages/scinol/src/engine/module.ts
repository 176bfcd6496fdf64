import { type Arrays, begin, STATIC, use } from "../core/memory.ts";

/** The part of WebAssembly that is used; the libraries that the compiler knows do not declare it. */
declare const WebAssembly:
  | {
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object, imports: object) => { readonly exports: object };
      validate(bytes: Uint8Array): boolean;
    }
  | undefined;

/** A memory and the core working in it. The first STATIC bytes are the core's own. */
export interface Space<Core = object> extends Arrays {
  /** The whole memory. Every array is replaced when the memory grows. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly byteLength: number;
  readonly core: Core;
  /** Makes the memory at least `bytes` long, and keeps what is in it. Returns false if there is no memory left. */
  grow(bytes: number): boolean;
}

export interface Engine<Core = object> {
  readonly name: "simd" | "js";
  /** Why it is this one, for people. */
  readonly why: string;
  /**
   * Makes a memory. The first after a call of `engine` succeeds. A later one throws if there cannot be another instance;
   * `engine` then returns the engine that is left.
   */
  space(): Space<Core>;
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

class SimdSpace<Core> extends Memory implements Space<Core> {
  readonly core: Core;
  private readonly memory: WebAssemblyMemory;

  constructor(exports: object, core: Core) {
    super();
    this.core = core;
    this.memory = (exports as { memory: WebAssemblyMemory }).memory;
    this.view(this.memory.buffer);
  }

  protected extend(pages: number): ArrayBuffer {
    this.memory.grow(pages - this.byteLength / PAGE);
    return this.memory.buffer;
  }
}

class JsSpace<Core extends object> extends Memory implements Space<Core> {
  readonly core: Core;

  constructor(core: Core) {
    super();
    this.core = bound(core, this);
    this.view(this.extend(Math.ceil(STATIC / PAGE)));
    begin(this);
  }

  protected extend(pages: number): ArrayBuffer {
    const buffer = new ArrayBuffer(pages * PAGE);
    new Uint8Array(buffer).set(this.bytes);
    return buffer;
  }
}

/** Returns the functions of `core` so that each works in the arrays that `space` has when it is called. */
function bound<Core extends object>(core: Core, space: Arrays): Core {
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

/** A module, compiled once, and its instances; the same functions in JavaScript where it cannot run. */
export class Module {
  private readonly hexadecimal: string;
  private module: object | undefined;
  /** Why there is no instance; once there was none, none is tried: an engine tries hard before it fails. */
  private failure: string | undefined;
  /** An instance made to test that instances can be made; the next space uses it. */
  private spare: object | undefined;

  constructor(hexadecimal: string) {
    this.hexadecimal = hexadecimal;
  }

  /** Uses a module that the runtime compiled, for runtimes in which nothing else may be compiled. */
  use(module: object): void {
    this.module = module;
    this.failure = undefined;
  }

  /**
   * Chooses an engine: "auto" is WebAssembly with SIMD where that works, else `core` with the same results. `pick` takes
   * the core from what an instance exports.
   */
  engine<Core extends object>(
    wanted: "auto" | "js",
    core: Core,
    pick = (exports: object) => exports as Core,
  ): Engine<Core> {
    if (wanted === "js") return { name: "js", why: "asked for", space: () => new JsSpace(core) };
    this.spare ??= this.instantiate();
    if (this.spare === undefined) {
      return { name: "js", why: `${this.failure}`, space: () => new JsSpace(core) };
    }
    const space = () => {
      const exports = this.spare ?? this.instantiate();
      this.spare = undefined;
      if (exports === undefined) throw new Error(`engine: ${this.failure}`);
      return new SimdSpace(exports, pick(exports));
    };
    return { name: "simd", why: "WebAssembly with SIMD", space };
  }

  /** Returns the exports of a new instance, or undefined and notes the `failure`. */
  private instantiate(): object | undefined {
    if (this.failure !== undefined) return undefined;
    if (typeof WebAssembly === "undefined") {
      this.failure = "no WebAssembly";
      return undefined;
    }
    this.module ??= this.compile(WebAssembly);
    if (this.module === undefined) return undefined;
    try {
      return new WebAssembly.Instance(this.module, {}).exports;
    } catch {
      this.failure = "no memory for another instance";
      return undefined;
    }
  }

  private compile({ Module, validate }: NonNullable<typeof WebAssembly>): object | undefined {
    const { hexadecimal } = this;
    const bytes = Uint8Array.from({ length: hexadecimal.length / 2 }, (_, n) =>
      Number.parseInt(hexadecimal.slice(2 * n, 2 * n + 2), 16),
    );
    try {
      return new Module(bytes);
    } catch {
      this.failure = validate(bytes)
        ? "the content security policy forbids compiling"
        : "WebAssembly without SIMD";
      return undefined;
    }
  }
}
