import { OwnHome } from "../engine/home.ts";
import { Module } from "../engine/module.ts";
import { kindOf } from "../kind-of.ts";
import {
  BLANK,
  CELLS,
  ENERGY,
  FEATURE_BYTES,
  FEATURES,
  HAS_CONSTANT,
  HEAD,
  LOSS,
  OUTPUTS,
  PARAMETER,
  ROUNDS,
  SEEN,
  SETTINGS,
  SLOT_BYTES,
} from "./drivers/layout.ts";
import { compiled } from "./made/compiled.ts";
import type { Program, Rule, Settings } from "./rules/rule.ts";

/** What a saved model begins with: t, N, d, the number of coordinates and of outputs. */
const SAVED_HEAD = 5;

/** The compiled rules: only `linear` and what is built on it import this. */
const module = /* @__PURE__ */ new Module(compiled);

/** Uses the compiled rules as the runtime compiled them, for runtimes in which nothing else may be compiled. */
export function useRules(given: object): void {
  module.use(given);
}

export interface Shape {
  readonly hasConstant: boolean;
  readonly outputs: number;
  readonly features: number;
}

/**
 * A model's memory: a head, the block that is lent to a reader, a blank feature, and the cells, as drivers/layout.ts says.
 * A coordinate is a feature, after the constant where there is one.
 */
export class Cells {
  readonly rule: Rule;
  readonly settings: Settings;
  readonly program: Program;
  readonly engine: { readonly name: "simd" | "js"; readonly why: string };
  readonly home: OwnHome<Program>;
  readonly constants: 0 | 1;
  outputs: number;
  /** Features learned from, the constant not counted. */
  features = 0;
  /** Features there are cells for. */
  private room = 0;
  /** How often the memory was laid out. */
  version = 0;
  private blockBytes = 0;
  /** Where the blank feature is. */
  private blank = 0;
  private readonly fresh: readonly number[];

  constructor(rule: Rule, settings: Settings, shape: Shape, kernel: "auto" | "js") {
    this.rule = rule;
    this.settings = settings;
    this.fresh = rule.start(settings);
    this.constants = shape.hasConstant ? 1 : 0;
    this.outputs = shape.outputs;
    const { name } = rule;
    const engine = module.engine(
      name === "scinol2" || name === "scinol1" ? kernel : "js",
      rule.program,
      (exports) => programOf(exports as never, name),
    );
    this.engine = { name: engine.name, why: engine.why };
    this.home = new OwnHome(engine.space());
    this.program = this.home.space.core;
    this.blank = this.address + HEAD;
    this.resize(0, 0, true);
    const { doubles, i32 } = this.home.space;
    Object.keys(rule.settings).forEach((key, n) => {
      doubles[(this.address + SETTINGS + 8 * n) >> 3] = settings[key];
    });
    i32[(this.address + HAS_CONSTANT) >> 2] = this.constants;
    this.reach(shape.features);
    this.features = shape.features;
  }

  get address(): number {
    return this.home.address;
  }

  /** How long it is, the block and all cells included. */
  get bytes(): number {
    return this.blank + (1 + this.slotsOf(this.room)) * this.featureBytes - this.address;
  }

  get t(): number {
    return this.home.space.doubles[(this.address + ROUNDS) >> 3];
  }

  get N(): number {
    return this.home.space.doubles[(this.address + ENERGY) >> 3];
  }

  get d(): number {
    return this.home.space.doubles[(this.address + SEEN) >> 3];
  }

  /** Coordinates learned from. */
  get coordinates(): number {
    return this.features + this.constants;
  }

  /** Sets what the drivers minimise. */
  setLoss(formula: number, parameter: number): void {
    const { i32, doubles } = this.home.space;
    i32[(this.address + LOSS) >> 2] = formula;
    doubles[(this.address + PARAMETER) >> 3] = parameter;
  }

  /** Makes cells for so many features, fresh ones. Throws, with nothing changed, where there is no room. */
  reach(features: number): void {
    if (features > this.room) this.resize(Math.max(features, 2 * this.room, 14), this.blockBytes);
  }

  /** Returns the address of the block lent to a reader, with room for so many bytes; what is in it stays. */
  lend(bytes: number): number {
    const from = this.blockBytes;
    const address = this.address + HEAD;
    if (bytes > from) {
      this.resize(this.room, bytes);
      this.home.space.bytes.fill(0, address + from, address + bytes);
    }
    return address;
  }

  /** Adds outputs, fresh; those there keep what they learned. */
  growOutputs(outputs: number): void {
    const saved = this.save();
    const before = this.outputs;
    this.outputs = outputs;
    try {
      this.resize(this.room, this.blockBytes, true);
    } catch (error) {
      this.outputs = before;
      throw error;
    }
    this.write(saved, before);
  }

  /** Changes how much room there is. Cells move along, unless all are made fresh. */
  private resize(room: number, blockBytes: number, clears = false): void {
    const { home, blank } = this;
    const before = this.slotsOf(this.room) + 1;
    const bytes = this.featureBytes;
    const to = this.address + HEAD + 64 * Math.ceil(blockBytes / 64);
    const end = to + (this.slotsOf(room) + 1) * bytes;
    if (!home.resize(end - this.address)) {
      throw new RangeError(`a model and its block have 2 GB, and ${end} bytes were asked for`);
    }
    const { space } = home;
    if (to !== blank && !clears) space.bytes.copyWithin(to, blank, blank + before * bytes);
    this.version++;
    Object.assign(this, { room, blockBytes, blank: to });
    if (clears) this.writeFresh(to);
    // What is fresh is a copy of the blank feature.
    const from = to + (clears ? 1 : before) * bytes;
    if (from < end) space.bytes.copyWithin(from, to, to + bytes);
    for (let done = from + bytes; done < end; done += done - from) {
      space.bytes.copyWithin(done, from, Math.min(done, from + end - done));
    }
    this.writeHead();
  }

  private writeHead(): void {
    const { u32 } = this.home.space;
    const head = this.address;
    u32[(head + OUTPUTS) >> 2] = this.outputs;
    u32[(head + FEATURES) >> 2] = this.room;
    u32[(head + BLANK) >> 2] = this.blank;
    u32[(head + CELLS) >> 2] = this.blank + this.featureBytes;
    u32[(head + FEATURE_BYTES) >> 2] = this.featureBytes;
    u32[(head + SLOT_BYTES) >> 2] = this.slotBytes;
  }

  private writeFresh(at: number): void {
    const { doubles } = this.home.space;
    const unit = this.rule.relative ? Number.POSITIVE_INFINITY : 1;
    const lanes = this.slotBytes / 8;
    doubles.fill(unit, at >> 3, (at >> 3) + 2);
    this.fresh.forEach((value, slot) => {
      const from = (at >> 3) + 2 + slot * lanes;
      doubles.fill(value, from, from + lanes);
    });
  }

  get slotBytes(): number {
    return this.outputs === 1 ? 16 : 8 * (this.outputs + (this.outputs & 1));
  }

  private get featureBytes(): number {
    return 16 + this.rule.slots.length * this.slotBytes;
  }

  /** Pairs of features, or features, with the constant's. */
  private slotsOf(features: number): number {
    return 1 + (this.outputs === 1 ? Math.ceil(features / 2) : features);
  }

  /** The numbers of `features` features as they lie, for `restore`. */
  keep(features: number): Uint8Array {
    const from = this.address;
    const end = this.blank + (1 + this.slotsOf(features)) * this.featureBytes;
    const { bytes } = this.home.space;
    const kept = new Uint8Array(HEAD + end - this.blank);
    kept.set(bytes.subarray(from, from + HEAD));
    kept.set(bytes.subarray(this.blank, end), HEAD);
    return kept;
  }

  restore(kept: Uint8Array): void {
    const { bytes } = this.home.space;
    bytes.set(kept.subarray(0, HEAD), this.address);
    bytes.set(kept.subarray(HEAD), this.blank);
  }

  /** Where a coordinate's 1/M is, and the first slot of its first output, in numbers; and how far slots are apart. */
  private find(coordinate: number): { unit: number; cell: number; apart: number } {
    const i = coordinate - this.constants;
    const cells = this.blank + this.featureBytes;
    if (this.outputs > 1) {
      const unit = (cells + (i + 1) * this.featureBytes) >> 3;
      return { unit, cell: unit + 2, apart: this.slotBytes >> 3 };
    }
    const unit = i < 0 ? cells >> 3 : ((cells + ((i >> 1) + 1) * this.featureBytes) >> 3) + (i & 1);
    return { unit, cell: unit + 2, apart: 2 };
  }

  /** 1/M of a coordinate and its cells, output by output. */
  coordinate(coordinate: number): Float64Array {
    const { doubles } = this.home.space;
    const { unit, cell, apart } = this.find(coordinate);
    const slots = this.rule.slots.length;
    const found = new Float64Array(1 + this.outputs * slots);
    found[0] = doubles[unit];
    for (let k = 0; k < this.outputs; k++)
      for (let slot = 0; slot < slots; slot++) found[1 + k * slots + slot] = doubles[cell + slot * apart + k];
    return found;
  }

  /** t, N, d, the number of coordinates and of outputs; then every coordinate. */
  save(): Float64Array {
    const { t, N, d, coordinates, outputs } = this;
    const stride = 1 + outputs * this.rule.slots.length;
    const saved = new Float64Array(SAVED_HEAD + coordinates * stride);
    saved.set([t, N, d, coordinates, outputs]);
    for (let i = 0; i < coordinates; i++) saved.set(this.coordinate(i), SAVED_HEAD + i * stride);
    return saved;
  }

  /** Goes on from what `save` gave; where the number of features is fixed, of so many. */
  load(saved: Float64Array, fixed: number | undefined): void {
    this.check(saved, fixed);
    const [t, N, d, coordinates] = saved;
    const features = coordinates - this.constants;
    this.resize(Math.max(this.room, features), this.blockBytes, true);
    this.features = features;
    const { doubles } = this.home.space;
    doubles[(this.address + ROUNDS) >> 3] = t;
    doubles[(this.address + ENERGY) >> 3] = N;
    doubles[(this.address + SEEN) >> 3] = d;
    this.write(saved, this.outputs);
  }

  /** Writes saved coordinates of so many outputs. */
  private write(saved: Float64Array, outputs: number): void {
    const { doubles } = this.home.space;
    const slots = this.rule.slots.length;
    const stride = 1 + outputs * slots;
    for (let i = 0; i < saved[3]; i++) {
      const from = SAVED_HEAD + i * stride;
      const { unit, cell, apart } = this.find(i);
      doubles[unit] = saved[from];
      for (let k = 0; k < outputs; k++)
        for (let slot = 0; slot < slots; slot++)
          // No −0: a slope of 0 would change it.
          doubles[cell + slot * apart + k] = saved[from + 1 + k * slots + slot] + 0;
    }
  }

  private check(saved: Float64Array, fixed: number | undefined): void {
    if (!(saved instanceof Float64Array)) {
      throw new TypeError(`state must be a Float64Array, got ${kindOf(saved)}`);
    }
    const stride = 1 + this.outputs * this.rule.slots.length;
    const wanted = fixed === undefined ? undefined : fixed + this.constants;
    const [, , , coordinates, outputs] = saved;
    const fits = saved.length === SAVED_HEAD + coordinates * stride && coordinates >= this.constants;
    if (!fits || coordinates !== (wanted ?? coordinates) || outputs !== this.outputs) {
      const many = wanted === undefined ? "a feature" : `for each of ${wanted} features`;
      throw new RangeError(
        `state has ${saved.length} numbers; this model takes ${SAVED_HEAD} and then ${stride} ${many}`,
      );
    }
    for (let i = 0; i < saved.length; i++) {
      const isSound =
        i < SAVED_HEAD ? isCount(i, saved[i]) : this.isNumber((i - SAVED_HEAD) % stride, saved[i]);
      if (!isSound) throw new RangeError(`state is damaged: number ${i} is ${saved[i]}`);
    }
  }

  /** Whether it can be 1/M, at place 0, or a slot: slots stop at ±1e290. */
  private isNumber(place: number, number: number): boolean {
    const { relative, slots, signed } = this.rule;
    if (place === 0) return relative ? number > 0 : number === 1;
    return Math.abs(number) <= 1e290 && (number >= 0 || signed.includes(slots[(place - 1) % slots.length]));
  }
}

function isCount(i: number, number: number): boolean {
  return number >= 0 && (i === 1 ? Number.isFinite(number) : Number.isSafeInteger(number));
}

function programOf(exports: Record<string, never>, rule: string): Program {
  return {
    learn: exports[`${rule}_learn`],
    predict: exports[`${rule}_predict`],
    updateBy: exports[`${rule}_updateBy`],
  };
}
