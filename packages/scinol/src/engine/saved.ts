import {
  CENTRE,
  cellBytes,
  FACTOR,
  GREATEST,
  HAT,
  HATS,
  HELD_GAIN,
  HIGHEST,
  LEAST,
  LEVEL,
  LIVE,
  LOWEST,
  MEMBERS,
  RECORD_SLOPE,
  ROUNDS,
  SEEN,
  SPREAD,
  STATISTICS,
  STEADY,
  STEADY_MEMBERS,
  TARGET,
  TRACKER,
  TRACKER_BYTES,
  UNIT,
} from "../core/layout.ts";
import type { Region } from "./region.ts";

/*
 * A region as numbers, in an order that does not depend on how it grew: the head, the tracker, the columns' statistics,
 * then the cells of each feature that was ever touched. Reading checks every number: nothing that a model cannot come to is
 * taken.
 */

const MOST = 1e290;
const LARGEST = 1e300;

/** Goes through a region's numbers in the order of the file; `visit` takes `count` of them at an address. */
abstract class Walk {
  protected readonly region: Region;
  protected readonly doubles: Float64Array;

  constructor(region: Region) {
    this.region = region;
    this.doubles = region.home.space.doubles;
  }

  /** Handles `count` numbers at a byte address; `limits` says what each may be. */
  protected abstract visit(at: number, count: number, limits: Limits): void;
  /** Handles which features there are; calls `each` with those that were touched. */
  protected abstract visitFeatures(units: number, each: (feature: number) => void): void;

  walk(): void {
    const { address, shape, members, plan } = this.region;
    const [, statistics, columnCells, units, cells] = plan.starts.map((at) => address + at);
    const bytes = cellBytes(members, shape.outputs);
    this.visit(address + ROUNDS, (TRACKER - ROUNDS) / 8, any);
    this.visit(address + TRACKER, (TRACKER_BYTES / 8) * shape.outputs, bets);
    this.visit(statistics, (STATISTICS / 8) * Math.ceil(shape.flags.length / 2), any);
    let column = columnCells;
    shape.flags.forEach((isFlag, i) => {
      const straight = statistics + STATISTICS * (i >> 1) + 8 * (i & 1) + UNIT;
      this.visitCells(straight, column);
      const hats = column + 2 * bytes;
      const apart = HAT * shape.outputs;
      const own = hats + (isFlag ? 0 : HATS * apart);
      this.visitUnit(own, column + bytes);
      if (!isFlag) {
        for (let hat = 0; hat < HATS; hat++) {
          this.visit(own + 8 + 8 * hat, 1, unit);
          if (this.at(own + 8 + 8 * hat) !== 0) this.visit(hats + hat * apart, 8 * shape.outputs, hatCell);
        }
      }
      column = own + (isFlag ? 64 : 192);
    });
    this.visitFeatures(units, (feature) => this.visitUnit(units + 8 * feature, cells + bytes * feature));
  }

  protected at(address: number): number {
    return this.doubles[address >> 3];
  }

  private visitUnit(unitAt: number, cellsAt: number): void {
    this.visit(unitAt, 1, unit);
    this.visitCells(unitAt, cellsAt);
  }

  /** The cells of a feature, if it was touched. */
  private visitCells(unitAt: number, cellsAt: number): void {
    if (this.at(unitAt) === 0) return;
    const { outputs } = this.region.shape;
    this.visit(cellsAt, 4 * outputs, gauss);
    this.visit(cellsAt + 32 * outputs, 6 * outputs, bets);
    if (this.region.members === MEMBERS) this.visit(cellsAt + 80 * outputs, 6 * outputs, bets);
  }
}

/** Whether number n of a run may be x. */
type Limits = (x: number, n: number) => boolean;

const any: Limits = (x) => Math.abs(x) <= Number.MAX_VALUE;
const unit: Limits = (x) => x === 0 || (x >= 1e-300 && x <= 1e308);
/** The prior's variance, and what rounding may add to it. */
const variance: Limits = (x) => x > 0 && x <= 10.00001;
const bound: Limits = (x) => Math.abs(x) <= MOST;
const gauss: Limits = (x, n) => (n % 4 < 2 ? bound(x, n) : variance(x, n));
const bets: Limits = (x, n) => bound(x, n) && (n % 6 < 2 || n % 6 > 3 || x >= 0);
const hatCell: Limits = (x, n) =>
  n % 8 === 1 ? variance(x, n) : bound(x, n) && (n % 8 < 4 || n % 8 > 5 || x >= 0);

class Writer extends Walk {
  readonly numbers: number[] = [];

  protected visit(at: number, count: number): void {
    const from = at >> 3;
    for (let n = 0; n < count; n++) this.numbers.push(this.doubles[from + n]);
  }

  protected visitFeatures(units: number, each: (feature: number) => void): void {
    const { features } = this.region.shape;
    const place = this.numbers.push(0) - 1;
    for (let feature = 0; feature < features; feature++) {
      if (this.at(units + 8 * feature) === 0) continue;
      this.numbers[place]++;
      this.numbers.push(feature);
      each(feature);
    }
  }
}

class Reader extends Walk {
  private readonly numbers: Float64Array;
  private next = 0;

  constructor(region: Region, numbers: Float64Array) {
    super(region);
    this.numbers = numbers;
  }

  protected visit(at: number, count: number, limits: Limits): void {
    const { numbers, next } = this;
    if (next + count > numbers.length) throw new RangeError("the model's memory is cut short");
    for (let n = 0; n < count; n++) {
      const x = numbers[next + n];
      if (!limits(x, n)) throw new RangeError(`number ${next + n} of the model's memory cannot be ${x}`);
      this.doubles[(at >> 3) + n] = x;
    }
    this.next += count;
  }

  protected visitFeatures(_units: number, each: (feature: number) => void): void {
    const { numbers } = this;
    const count = numbers[this.next++];
    let before = -1;
    for (let n = 0; n < count; n++) {
      const feature = numbers[this.next++];
      if (!(Number.isInteger(feature) && feature > before && feature < this.region.shape.features)) {
        throw new RangeError(`the model has no feature ${feature}`);
      }
      before = feature;
      each(feature);
    }
  }

  /** Reads everything, and checks what numbers say of each other. */
  read(): void {
    const level = this.at(this.region.address + LEVEL);
    this.walk();
    if (this.next !== this.numbers.length)
      throw new RangeError("the model's memory is longer than the model");
    this.check(level);
  }

  private check(level: number): void {
    const { address, shape, plan, members } = this.region;
    const at = (offset: number) => this.at(address + offset);
    const refuseUnless = (holds: boolean, what: string) => {
      if (!holds) throw new RangeError(`the model's memory contradicts itself: ${what}`);
    };
    const isCount = (x: number) => Number.isInteger(x) && x >= 0 && x < 2 ** 53;
    const t = at(ROUNDS);
    const [N, straightN] = [at(ROUNDS + 8), at(ROUNDS + 16)];
    refuseUnless(isCount(t), "rounds");
    const isEnergy = (x: number) => (t === 0 ? x === 0 : x >= 1e-17 * t && x <= 1e17 * t);
    refuseUnless(isEnergy(N) && isEnergy(straightN) && straightN <= 1.000001 * N, "energies");
    const isScale = (x: number) => x > 1e-300 && x < LARGEST;
    refuseUnless(isScale(at(FACTOR)) && isScale(at(RECORD_SLOPE)), "scales");
    refuseUnless(at(LEVEL) === level, "the loss");
    refuseUnless(at(LEAST) <= at(GREATEST) && Math.abs(at(HELD_GAIN)) <= 1e307, "the range of labels");
    refuseUnless(Math.abs(at(LEAST)) <= LARGEST && Math.abs(at(GREATEST)) <= LARGEST, "the range of labels");
    const isStatistics = (base: number, isFlag: boolean) => {
      const [n, m, a, lo, hi, M] = [SEEN, CENTRE, SPREAD, LOWEST, HIGHEST, UNIT].map((field) =>
        at(base + field),
      );
      const isSpread = isFlag ? a === -1 && lo === 0 && hi === 0 : a >= 0 && a <= 1e301;
      return isCount(n) && Math.abs(m) <= 1e301 && isSpread && lo <= hi && unit(M, 0);
    };
    refuseUnless(isStatistics(TARGET, false), "the target");
    for (let i = 0; i < shape.flags.length; i++) {
      refuseUnless(
        isStatistics(plan.starts[1] + STATISTICS * (i >> 1) + 8 * (i & 1), shape.flags[i]),
        `column ${i}`,
      );
    }
    for (const [mixture, J] of [
      [LIVE, MEMBERS],
      [STEADY, STEADY_MEMBERS],
    ]) {
      const numbers = Array.from({ length: 2 * J + 3 + J * J }, (_, n) => at(mixture + 8 * n));
      const shares = numbers.slice(0, J + 1);
      const sum = shares.reduce((all, share) => all + share, 0);
      refuseUnless(shares.every((share) => share > 0) && Math.abs(sum - 1) < 1e-9, "shares");
      refuseUnless(numbers[J + 1] >= 0 && isCount(numbers[J + 2]), "the mean loss of shares");
      refuseUnless(
        numbers.slice(J + 3).every((x) => Math.abs(x) <= 1e150),
        "the stack",
      );
      for (let j = 0; j < J; j++) refuseUnless(numbers[2 * J + 3 + j * (J + 1)] > 0, "the stack");
    }
    refuseUnless(members === MEMBERS || members === STEADY_MEMBERS, "members");
  }
}

/** Returns everything that a region has learned. */
export function saveRegion(region: Region): Float64Array<ArrayBuffer> {
  const writer = new Writer(region);
  writer.walk();
  return Float64Array.from(writer.numbers);
}

/** Fills a fresh region of the same shape with what `saveRegion` returned; throws on what no region can hold. */
export function restoreRegion(region: Region, numbers: Float64Array): void {
  new Reader(region, numbers).read();
}
