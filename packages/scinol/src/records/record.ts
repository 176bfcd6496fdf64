import { LARGEST } from "../linear/example.ts";
import { show } from "../show.ts";
import type { Kind } from "./column.ts";

/** What people feed a learner: an object, a Map, an array, a typed array or a sparse vector. */
export type Record =
  | { readonly [column: string]: unknown }
  | ReadonlyMap<string, unknown>
  | readonly unknown[]
  | ArrayLike<number>
  | { readonly indices: ArrayLike<number> | ArrayLike<string>; readonly values: ArrayLike<number> };

/** Deeper than this a record is taken for a circle; with more values than this, for a mistake. */
const DEEPEST = 32;
export const MOST_VALUES = 2 ** 20;
const BUSY = "a record's own code called the learner that is reading it";
/** The last moment that a Date can hold. */
const LATEST = 8.64e15;

/**
 * A record taken apart into named values, in order. All of the user's code (getters, proxies) runs here, before
 * anything is learned: what is kept is numbers and texts.
 */
export class Entries {
  count = 0;
  readonly names: string[] = [];
  /** What each value is by itself; undefined is missing. */
  readonly kinds: (Kind | undefined)[] = [];
  /** A number or indicator; a boolean as 0 or 1; a date as its time. */
  numbers = new Float64Array(64);
  /** A category, or the tokens of a bag. */
  readonly texts: (string | readonly string[])[] = [];
  /**
   * Another number whenever the names may be others than those of the record before, or in another order, and whenever names or
   * kinds may.
   */
  naming = 0;
  shape = 0;
  /** Values and containers met, so that one that holds itself many times over comes to an end. */
  private met = 0;
  private refusal: Error | undefined;
  private reading = false;

  get isReading(): boolean {
    return this.reading;
  }

  /** Takes a record apart; throws, with nothing changed, on what no column can hold. */
  read(record: Record): void {
    if (this.reading) throw new TypeError(BUSY);
    this.reading = true;
    const before = this.count;
    this.count = 0;
    this.met = 0;
    this.refusal = undefined;
    try {
      if (record === null || typeof record !== "object") {
        this.refuse(`a record must be an object, a Map or an array, got ${show(record)}`);
      }
      this.readContainer(record, "", 0);
      if (this.count !== before) this.rename();
    } catch (error) {
      this.rename();
      if (this.refusal !== undefined) throw this.refusal;
      throw new TypeError("a record could not be read: its own code threw an error, which is the cause", {
        cause: error,
      });
    } finally {
      this.reading = false;
    }
  }

  /** Makes room for so many values, to be set one by one; they have no names. */
  begin(count: number): void {
    if (this.reading) throw new TypeError(BUSY);
    this.rename();
    this.met = 0;
    while (count > this.numbers.length) this.grow();
    this.count = count;
  }

  /** The text of a value, for where it stands as a category. */
  textOf(n: number): string {
    const kind = this.kinds[n];
    if (kind === "category") return this.texts[n] as string;
    const x = this.numbers[n];
    if (kind === "boolean") return x === 1 ? "true" : "false";
    return kind === "date" ? new Date(x).toISOString() : String(x);
  }

  private readContainer(container: object, prefix: string, depth: number): void {
    if (depth > DEEPEST) {
      this.refuse(`column ${show(prefix)}: nested deeper than ${DEEPEST} levels, or in a circle`);
    }
    if (container instanceof Map) {
      for (const [key, value] of container) {
        if (typeof key !== "string" && typeof key !== "number") {
          this.refuse(`a record's Map has ${show(key)} as a key; use strings`);
        }
        this.readValue(prefix, String(key), value, depth);
      }
    } else if (isList(container)) {
      const { length } = container;
      this.checkLength(length);
      for (let i = 0; i < length; i++) this.readValue(prefix, indexName(i), container[i], depth);
    } else {
      const keys = Object.keys(container);
      // Both lists at once: one property after the other costs a lookup each.
      const values: unknown[] = Object.values(container);
      if (keys.length === 2) {
        const [i, v] = [values[keys.indexOf("indices")], values[keys.indexOf("values")]];
        if (isList(i) && isList(v)) return this.readSparse(i, v, prefix);
      }
      if (keys.length === 0) this.checkEmpty(container, prefix);
      for (let i = 0; i < keys.length; i++) this.readValue(prefix, keys[i], values[i], depth);
    }
  }

  private readValue(prefix: string, key: string, value: unknown, depth: number): void {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (typeof value === "number") return this.setNumber(this.add(name), "number", value);
    switch (typeof value) {
      case "boolean":
        return this.setNumber(this.add(name), "boolean", value ? 1 : 0);
      case "string":
        return this.setText(this.add(name), "category", value);
      case "undefined":
        return this.setNumber(this.add(name), "number", Number.NaN);
      case "bigint":
        return this.setNumber(this.add(name), "number", Number(value));
      case "object":
        return this.readObject(name, value, depth);
      default:
        this.refuse(`column ${show(name)}: ${show(value)} is not a value; leave it out of the record`);
    }
  }

  private readObject(name: string, value: object | null, depth: number): void {
    if (value === null) return this.setNumber(this.add(name), "number", Number.NaN);
    // Not its own getTime, which could be anything.
    if (value instanceof Date)
      return this.setNumber(this.add(name), "date", Date.prototype.getTime.call(value));
    if (Array.isArray(value)) {
      const tokens = this.tokensOf(value);
      if (tokens !== undefined) return this.setText(this.add(name), "tokens", tokens);
    }
    this.checkLength(++this.met);
    this.readContainer(value, name, depth + 1);
  }

  /** An array of strings, or of nothing, is a bag of tokens; copied, as reading it again might tell another story. */
  private tokensOf(array: readonly unknown[]): string[] | undefined {
    const { length } = array;
    this.checkLength(length);
    const tokens: string[] = [];
    for (let i = 0; i < length; i++) {
      const token = array[i];
      if (typeof token !== "string") return undefined;
      tokens.push(token);
    }
    return tokens;
  }

  private readSparse(indices: ArrayLike<unknown>, values: ArrayLike<unknown>, prefix: string): void {
    const { length } = indices;
    this.checkLength(length);
    if (length !== values.length) {
      this.refuse(`expected as many values as indices, got ${values.length} and ${length}`);
    }
    for (let n = 0; n < length; n++) {
      const i = indices[n];
      if (typeof i !== "string" && (typeof i !== "number" || !Number.isInteger(i) || i < 0)) {
        this.refuse(`invalid index: ${show(i)}`);
      }
      const value = values[n];
      if (typeof value !== "number") {
        this.refuse(`value of index ${show(i)} must be a number, got ${show(value)}`);
      }
      // Features may be named instead of numbered.
      const own = typeof i === "string" ? i : indexName(i);
      const name = prefix === "" ? own : `${prefix}.${own}`;
      this.setNumber(this.add(name), "indicator", value);
    }
  }

  /** Puts down what entry n is; what is no number to us, an invalid date included, is missing. */
  setNumber(n: number, kind: Kind, value: number): void {
    this.numbers[n] = value;
    this.setKind(n, Math.abs(value) <= (kind === "date" ? LATEST : LARGEST) ? kind : undefined);
  }

  setText(n: number, kind: Kind, text: string | readonly string[]): void {
    this.setKind(n, kind);
    this.texts[n] = text;
  }

  private setKind(n: number, kind: Kind | undefined): void {
    if (this.kinds[n] === kind) return;
    this.kinds[n] = kind;
    this.shape++;
  }

  private rename(): void {
    this.naming++;
    this.shape++;
  }

  private add(name: string): number {
    const n = this.count++;
    if (n === this.numbers.length) this.grow();
    if (this.names[n] !== name) {
      this.names[n] = name;
      this.rename();
    }
    return n;
  }

  private grow(): void {
    const { numbers } = this;
    this.checkLength(numbers.length + this.met);
    this.numbers = new Float64Array(2 * numbers.length);
    this.numbers.set(numbers);
  }

  private checkLength(length: number): void {
    if (!(length < MOST_VALUES)) this.refuse(`a record has more than ${MOST_VALUES} values`);
  }

  /** A promise, a set or a buffer looks empty, and to feed one is a mistake; a plain object may be empty. */
  private checkEmpty(container: object, prefix: string): void {
    const prototype = Object.getPrototypeOf(container);
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return;
    const where = prefix === "" ? "a record" : `column ${show(prefix)}`;
    this.refuse(`${where}: an object without properties that is not a plain one; give its values`);
  }

  private refuse(message: string): never {
    this.refusal = new TypeError(message);
    throw this.refusal;
  }
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Names of positions, made once: "0", "1", … */
const indexNames: string[] = [];
function indexName(i: number): string {
  if (i > 100_000) return String(i);
  for (let n = indexNames.length; n <= i; n++) indexNames.push(String(n));
  return indexNames[i];
}
