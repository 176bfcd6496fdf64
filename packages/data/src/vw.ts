import type { Window } from "./bytes/window.ts";
import { DataError, quote } from "./data-error.ts";
import { parseDecimal } from "./decimal.ts";
import { Dictionary, decode, invalidCode } from "./dictionary.ts";
import { rejectRow, type Settings } from "./options.ts";
import { type SparseBlock, SparseRows } from "./sparse.ts";

const [newline, pipe, colon, caret] = [10, 124, 58, 94];
const namesKept = 1 << 18;
const headsKept = 1 << 10;

interface Head {
  label: number;
  weight: number;
  tag: string;
}

/** Reads Vowpal Wabbit's text: `label importance 'tag |namespace:weight name:value name … |namespace …`. */
export async function* readVw(window: Window, settings: Settings): AsyncGenerator<SparseBlock, void, void> {
  const file = window.source.name;
  const pass = new VwPass();
  const { rows } = pass;
  for await (const limit of window.limits()) {
    while (window.start < limit) {
      const from = window.start;
      const { line } = window;
      window.start = window.bytes.indexOf(newline, from) + 1;
      window.line++;
      const problem = pass.readLine(window.bytes, from, line);
      if (problem !== undefined) {
        rows.restart();
        if (settings.onError !== "skip" && rows.rows > 0) yield rows.take(file);
        rejectRow(settings, new DataError({ file, line }, problem));
      }
      if (rows.full) yield rows.take(file);
    }
    if (rows.rows > 0) yield rows.take(file);
  }
}

class VwPass {
  readonly rows = new SparseRows();
  /** The bytes of "namespace^name", put together here before they are looked up. */
  #name = new Uint8Array(256);
  /** By code: the reading in which a feature was last met, and its place in the block. */
  #metIn = new Uint32Array(1024);
  #metAt = new Uint32Array(1024);
  #reading = 0;
  readonly #heads = new Map<string, Head | string>();

  constructor() {
    this.rows.tags = [];
    this.rows.names = new Dictionary(new Set(), namesKept);
  }

  /** Adds the line's row, if it has one; or says what is wrong. */
  readLine(bytes: Uint8Array, from: number, line: number): string | undefined {
    const rows = this.rows;
    const end = bytes.indexOf(newline, from);
    let bar = from;
    while (bar < end && bytes[bar] !== pipe) bar++;
    const told = this.#readHead(bytes, from, bar, end);
    if (typeof told === "string" || told === undefined) return told;
    this.#reading++;
    for (let p = bar; p < end; ) {
      const next = this.#readNamespace(bytes, p + 1, end);
      if (typeof next === "string") return next;
      p = next;
    }
    rows.tags!.push(told.tag);
    rows.endRow(told.label, told.weight, line);
    return undefined;
  }

  /** What stands before the first bar: most often the same as in the rows before, so it is read once. */
  #readHead(bytes: Uint8Array, from: number, bar: number, end: number): Head | string | undefined {
    const head = decode(bytes, from, bar);
    if (head === undefined) return notText;
    if (bar === end) {
      if (head.trim() === "") return undefined;
      return `expected a "|" before the features, got ${quote(head.trim())}`;
    }
    let told = this.#heads.get(head);
    if (told === undefined) {
      told = readHead(head);
      if (this.#heads.size >= headsKept) this.#heads.clear();
      this.#heads.set(head, told);
    }
    return told;
  }

  /** Reads from behind one bar to the next, or to the end; tells where that is. */
  #readNamespace(bytes: Uint8Array, from: number, end: number): number | string {
    const rows = this.rows;
    let p = from;
    let scale = 1;
    let prefix = 0;
    if (p < end && !blank(bytes[p]) && bytes[p] !== pipe) {
      const to = tokenEnd(bytes, p, end);
      const cut = colonIn(bytes, p, to);
      if (cut < to) {
        scale = parseDecimal(bytes, cut + 1, to);
        if (!Number.isFinite(scale))
          return `expected a number for a namespace's weight, got ${show(bytes, cut + 1, to)}`;
      }
      prefix = this.#place(bytes, p, cut, 0);
      if (prefix > 0) this.#name[prefix++] = caret;
      p = to;
    }
    for (;;) {
      while (p < end && blank(bytes[p])) p++;
      if (p === end || bytes[p] === pipe) return p;
      const to = tokenEnd(bytes, p, end);
      const cut = colonIn(bytes, p, to);
      const value = cut === to ? 1 : parseDecimal(bytes, cut + 1, to);
      if (!Number.isFinite(value))
        return `expected a number for a feature's value, got ${show(bytes, p, to)}`;
      const length = this.#place(bytes, p, cut, prefix);
      const product = value * scale;
      if (!Number.isFinite(product))
        return `the value of ${show(bytes, p, to)} times its namespace's weight is too large`;
      // A value without a name gets the empty name, as Vowpal Wabbit does.
      const code = length === 0 ? rows.names!.codeOf("^") : rows.names!.code(this.#name, 0, length);
      if (code === invalidCode) return notText;
      this.#add(code, product);
      p = to;
    }
  }

  /** Adds a feature to the row; a word that occurs twice counts twice. */
  #add(code: number, value: number): void {
    const rows = this.rows;
    if (code >= this.#metIn.length) {
      const size = Math.max(code + 1, this.#metIn.length * 2);
      this.#metIn = enlarged(this.#metIn, size);
      this.#metAt = enlarged(this.#metAt, size);
    }
    if (this.#metIn[code] === this.#reading) {
      rows.values[this.#metAt[code]] += value;
      return;
    }
    if (rows.count === rows.indices.length) rows.grow();
    this.#metIn[code] = this.#reading;
    this.#metAt[code] = rows.count;
    rows.indices[rows.count] = code;
    rows.values[rows.count++] = value;
  }

  /** Copies bytes[from, to) behind the first `at` of the name; tells the length. */
  #place(bytes: Uint8Array, from: number, to: number, at: number): number {
    const length = at + to - from;
    if (length + 1 > this.#name.length) {
      const larger = new Uint8Array(length * 2);
      larger.set(this.#name);
      this.#name = larger;
    }
    for (let i = from, j = at; i < to; ) this.#name[j++] = bytes[i++];
    return length;
  }
}

const notText = "the text is not UTF-8; save the file as UTF-8";

/** Label, importance and tag: all optional; the tag begins with ' or touches the bar. */
function readHead(head: string): Head | string {
  const words = head.split(/[ \t\r]+/).filter((word) => word !== "");
  const touching = head !== "" && !/[ \t\r]$/.test(head);
  let tag = "";
  if (touching || words.at(-1)?.startsWith("'")) tag = words.pop()!.replace(/^'/, "");
  if (words.length > 3) return `expected a label, an importance and a base, got ${quote(words.join(" "))}`;
  const numbers = words.map((word) => {
    const bytes = Buffer.from(word);
    return parseDecimal(bytes, 0, bytes.length);
  });
  const bad = numbers.findIndex((number) => !Number.isFinite(number));
  if (bad >= 0) return `expected a number before the "|", got ${quote(words[bad])}`;
  const [label = Number.NaN, weight = 1] = numbers;
  if (weight < 0) return `the importance ${weight} is negative; give 0 or more`;
  return { label, weight, tag };
}

function enlarged(array: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(size);
  larger.set(array);
  return larger;
}

function blank(c: number): boolean {
  return c === 32 || c === 9 || c === 13;
}

function tokenEnd(bytes: Uint8Array, from: number, end: number): number {
  let p = from;
  while (p < end && !blank(bytes[p]) && bytes[p] !== pipe) p++;
  return p;
}

function colonIn(bytes: Uint8Array, from: number, to: number): number {
  let p = from;
  while (p < to && bytes[p] !== colon) p++;
  return p;
}

function show(bytes: Uint8Array, from: number, to: number): string {
  return quote(Buffer.from(bytes.subarray(from, to)).toString("utf8"));
}
