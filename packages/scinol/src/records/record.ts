/** What people feed a learner: an object, a Map, an array, a typed array or a sparse vector. */
export type Record =
  | { readonly [column: string]: unknown }
  | ReadonlyMap<string, unknown>
  | readonly unknown[]
  | ArrayLike<number>
  | { readonly indices: ArrayLike<number> | ArrayLike<string>; readonly values: ArrayLike<number> };

/** A record taken apart into named values, in order; numbers apart from the rest, so that they need no boxes. */
export class Entries {
  count = 0;
  readonly names: string[] = [];
  /** The value where it is a number, else NaN. */
  numbers = new Float64Array(64);
  /** The value where it is anything else; undefined is missing. */
  readonly others: Value[] = [];
  /** Whether the value came in a sparse vector, where zero means nothing. */
  readonly sparse: boolean[] = [];

  /** Takes a record apart. Runs the user's getters; throws, with nothing changed, on what no column can hold. */
  read(record: Record): void {
    this.count = 0;
    if (record === null || typeof record !== "object") {
      throw new TypeError(`a record must be an object, a Map or an array, got ${describe(record)}`);
    }
    this.readContainer(record, "", 0);
  }

  private readContainer(container: object, prefix: string, depth: number): void {
    if (depth > 32) throw new TypeError(`column "${prefix}": nested deeper than 32 levels, or in a circle`);
    if (isSparseVector(container)) return this.readSparse(container, prefix);
    if (container instanceof Map) {
      for (const [key, value] of container) this.readValue(prefix, String(key), value, depth);
    } else if (ArrayBuffer.isView(container) || Array.isArray(container)) {
      const array = container as unknown as ArrayLike<unknown>;
      for (let i = 0; i < array.length; i++) this.readValue(prefix, indexName(i), array[i], depth);
    } else {
      const object = container as { [key: string]: unknown };
      const keys = Object.keys(object);
      for (let i = 0; i < keys.length; i++) this.readValue(prefix, keys[i], object[keys[i]], depth);
    }
  }

  private readValue(prefix: string, key: string, value: unknown, depth: number): void {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    switch (typeof value) {
      case "number":
        return this.add(name, value, undefined, false);
      case "boolean":
      case "string":
        return this.add(name, Number.NaN, value, false);
      case "undefined":
        return this.add(name, Number.NaN, undefined, false);
      case "bigint":
        return this.add(name, Number(value), undefined, false);
      case "object":
        if (value === null) return this.add(name, Number.NaN, undefined, false);
        if (value instanceof Date || isTokens(value)) return this.add(name, Number.NaN, value, false);
        return this.readContainer(value, name, depth + 1);
      default:
        throw new TypeError(
          `column "${name}": ${describe(value)} is not a value; leave it out of the record`,
        );
    }
  }

  private readSparse(vector: SparseVector, prefix: string): void {
    const { indices, values } = vector;
    if (indices.length !== values.length) {
      throw new RangeError(`expected as many values as indices, got ${values.length} and ${indices.length}`);
    }
    for (let n = 0; n < indices.length; n++) {
      const i = indices[n];
      if (typeof i === "string") {
        this.add(prefix === "" ? i : `${prefix}.${i}`, checkValue(i, values[n]), undefined, true);
        continue;
      }
      if (!Number.isInteger(i) || i < 0) throw new RangeError(`invalid index: ${i}`);
      this.add(prefix === "" ? indexName(i) : `${prefix}.${i}`, checkValue(i, values[n]), undefined, true);
    }
  }

  private add(name: string, number: number, other: Value, sparse: boolean): void {
    const n = this.count++;
    if (n === this.numbers.length) {
      const { numbers } = this;
      this.numbers = new Float64Array(2 * n);
      this.numbers.set(numbers);
    }
    this.names[n] = name;
    this.numbers[n] = number;
    this.others[n] = other;
    this.sparse[n] = sparse;
  }
}

export type Value = string | boolean | Date | readonly string[] | undefined;

/** Indices may be names, too. */
interface SparseVector {
  readonly indices: ArrayLike<number> | ArrayLike<string>;
  readonly values: ArrayLike<number>;
}

function checkValue(index: number | string, value: unknown): number {
  if (typeof value !== "number") throw new TypeError(`value of index ${index} must be a number`);
  return value;
}

function isSparseVector(container: object): container is SparseVector {
  const { indices, values } = container as SparseVector;
  return isArrayLike(indices) && isArrayLike(values) && Object.keys(container).length === 2;
}

function isArrayLike(value: unknown): boolean {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** An array of strings, or of nothing, is a bag of tokens. */
function isTokens(value: object): value is readonly string[] {
  return Array.isArray(value) && value.every((token) => typeof token === "string");
}

/** Names of positions, made once: "0", "1", … */
const indexNames: string[] = [];
function indexName(i: number): string {
  if (i > 100_000) return String(i);
  for (let n = indexNames.length; n <= i; n++) indexNames.push(String(n));
  return indexNames[i];
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
