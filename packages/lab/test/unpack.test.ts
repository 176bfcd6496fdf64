import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { unpack } from "../src/datasets/unpack.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (content: string) => new TextEncoder().encode(content);

describe("unpacking", () => {
  const content = "a b a b a b a b c\n".repeat(700);

  it("leaves plain bytes as they are", () => {
    expect(text(unpack(bytes(content), "x"))).toBe(content);
  });

  it("takes gzip apart by its content", () => {
    expect(text(unpack(gzipSync(bytes(content)), "x"))).toBe(content);
  });

  it("finds a member of a zip archive, and says what there is when it is not there", () => {
    const archive = zip([
      ["other.txt", "no"],
      ["folder/data.csv", content],
    ]);
    expect(text(unpack(archive, "x", "folder/data.csv"))).toBe(content);
    expect(() => unpack(archive, "x.zip", "data.csv")).toThrow(
      "x.zip: the zip archive has no data.csv; it has other.txt, folder/data.csv",
    );
    expect(() => unpack(archive.subarray(0, 100), "x.zip", "a")).toThrow(
      "x.zip: the zip archive is incomplete",
    );
  });

  it("takes apart what compress makes, through changes of width", () => {
    expect(text(unpack(compress(bytes(content)), "x"))).toBe(content);
    const mixed = Array.from({ length: 30_000 }, (_, n) => String((n * 7919) % 1009)).join(" ");
    expect(text(unpack(compress(bytes(mixed)), "x"))).toBe(mixed);
  });

  it("refuses a damaged compressed file", () => {
    const damaged = compress(bytes(content)).slice();
    damaged.fill(0xff, 6, 12);
    expect(() => unpack(damaged, "x.Z")).toThrow("x.Z: the compressed file is damaged");
  });
});

/** The least of a zip archive that has a directory. */
function zip(members: [string, string][]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of members) {
    const packed = deflateRawSync(bytes(content));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(local, Buffer.from(name), packed);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Unix compress, without clearing: codes grow from 9 to 16 bits, in groups of eight. */
function compress(input: Uint8Array): Uint8Array {
  const output = [0x1f, 0x9d, 0x80 | 16];
  let width = 9;
  let bits: number[] = [];
  const flush = () => {
    while (bits.length % (8 * width) !== 0) bits.push(0);
    for (let n = 0; n < bits.length; n += 8)
      output.push(bits.slice(n, n + 8).reduce((sum, bit, b) => sum | (bit << b), 0));
    bits = [];
  };
  const table = new Map<string, number>();
  let next = 257;
  let emitted = 0;
  const emit = (code: number) => {
    for (let b = 0; b < width; b++) bits.push((code >> b) & 1);
    emitted++;
    // The reader is one entry behind: it widens when its next entry would not fit.
    if (256 + emitted > (1 << width) - 1 && width < 16) {
      flush();
      width++;
    }
  };
  let prefix = String.fromCharCode(input[0]);
  const codeOf = (word: string) => (word.length === 1 ? word.charCodeAt(0) : table.get(word)!);
  for (const byte of input.subarray(1)) {
    const longer = prefix + String.fromCharCode(byte);
    if (table.has(longer)) prefix = longer;
    else {
      emit(codeOf(prefix));
      if (next < 1 << 16) table.set(longer, next++);
      prefix = String.fromCharCode(byte);
    }
  }
  emit(codeOf(prefix));
  while (bits.length % 8 !== 0) bits.push(0);
  for (let n = 0; n < bits.length; n += 8)
    output.push(bits.slice(n, n + 8).reduce((sum, bit, b) => sum | (bit << b), 0));
  return Uint8Array.from(output);
}
