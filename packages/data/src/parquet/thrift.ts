import { Damaged } from "./damaged.ts";
import type { PageMemory } from "./page-memory.ts";

// The types of Thrift's compact protocol.
const yes = 1;
const no = 2;
const byte = 3;
const [shortest, longest] = [4, 6];
const double = 7;
const binary = 8;
const list = 9;
const set = 10;
const struct = 12;

/** Where a struct ends. Fields that are asked for have small numbers. */
const noField = Number.NEGATIVE_INFINITY;

/** Deeper than anything in Parquet goes. */
const deepest = 32;

const utf8 = new TextDecoder();

type Read<T> = (thrift: Thrift) => T;
type Struct<Readers extends { [id: number]: Read<unknown> }> = {
  [Id in keyof Readers]?: Readers[Id] extends Read<infer T> ? T : never;
};

export const int: Read<number> = (thrift) => thrift.int();
export const bool: Read<boolean> = (thrift) => thrift.bool();
export const text: Read<string> = (thrift) => thrift.text();
/** Only whether it is there. */
export const presence: Read<true> = (thrift) => {
  thrift.skip();
  return true;
};

/**
 * Thrift's compact protocol, in which Parquet writes its footer and page headers. It is read value by value, and what nobody
 * asks for is passed over: most of a footer is statistics.
 */
export class Thrift {
  at: number;
  readonly #bytes: Uint8Array;
  readonly #end: number;
  /** The type of the value that is next. */
  #type = struct;
  #depth = 0;

  constructor(bytes: Uint8Array, at = 0, end: number = bytes.length) {
    this.#bytes = bytes;
    this.at = at;
    this.#end = end;
  }

  /** Reads a struct: the fields that have a reader, by their numbers; others are passed over. */
  struct<Readers extends { [id: number]: Read<unknown> }>(readers: Readers): Struct<Readers> {
    this.#expect(this.#type === struct && this.#depth++ < deepest);
    const values: { [id: number]: unknown } = {};
    for (let id = this.#field(0); id !== noField; id = this.#field(id)) {
      const read = readers[id];
      if (read === undefined) this.skip();
      else values[id] = read(this);
    }
    this.#depth--;
    return values as Struct<Readers>;
  }

  /** The number of the field behind the one with this number, which is next then. */
  #field(last: number): number {
    const head = this.#byte();
    this.#type = head & 15;
    if (this.#type === 0) return noField;
    return head >> 4 === 0 ? this.#zigzag() : last + (head >> 4);
  }

  list<T>(read: Read<T>): T[] {
    this.#expect((this.#type === list || this.#type === set) && this.#depth++ < deepest);
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#varint() : head >> 4;
    // Every element takes a byte at least.
    this.#expect(count <= this.#end - this.at);
    const values: T[] = [];
    for (let i = 0; i < count; i++) {
      this.#type = head & 15;
      values.push(read(this));
    }
    this.#depth--;
    return values;
  }

  /** Reads a struct of which only numbers matter, as the compiled program has them. */
  numbers(memory: PageMemory): Float64Array {
    this.#expect(this.#type === struct);
    const found = memory.readNumbers(this.at, this.#end);
    this.#expect(found !== undefined);
    this.at = found.next;
    return found.numbers;
  }

  int(): number {
    this.#expect(this.#type >= shortest && this.#type <= longest);
    return this.#zigzag();
  }

  bool(): boolean {
    this.#expect(this.#type === yes || this.#type === no);
    return this.#type === yes;
  }

  text(): string {
    this.#expect(this.#type === binary);
    const start = this.#pass(this.#varint());
    return utf8.decode(this.#bytes.subarray(start, this.at));
  }

  skip(): void {
    switch (this.#type) {
      case yes:
      case no:
        return;
      case byte:
        this.#pass(1);
        return;
      case double:
        this.#pass(8);
        return;
      case binary:
        this.#pass(this.#varint());
        return;
      case list:
      case set:
        // Alone in a list a truth takes a byte.
        this.list(() => (this.#type <= no ? this.#pass(1) : this.skip()));
        return;
      case struct:
        this.#expect(this.#depth++ < deepest);
        while (this.#field(0) !== noField) this.skip();
        this.#depth--;
        return;
      default:
        this.#expect(this.#type >= shortest && this.#type <= longest);
        while (this.#byte() > 127);
    }
  }

  #byte(): number {
    this.#expect(this.at < this.#end);
    return this.#bytes[this.at++];
  }

  #pass(count: number): number {
    const start = this.at;
    this.#expect(count <= this.#end - start);
    this.at += count;
    return start;
  }

  #varint(): number {
    let next = this.#byte();
    let value = next & 127;
    for (let unit = 128; next > 127; unit *= 128) {
      this.#expect(unit < 2 ** 63);
      next = this.#byte();
      value += (next & 127) * unit;
    }
    return value;
  }

  #zigzag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #expect(sound: boolean): asserts sound {
    if (!sound) throw new Damaged();
  }
}
