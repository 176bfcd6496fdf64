import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Format, type OpenOptions, open } from "../src/index.ts";
import { everything, pieces } from "./reading.ts";

const numRuns = Number(process.env.SCINOL_FUZZ ?? 100);

/** Texts made of what a format gives a meaning to, so that most are nearly right. */
const alphabets: Record<string, string[]> = {
  csv: [
    "1",
    "2.5",
    "-3e4",
    "1e999",
    "x",
    "é",
    "true",
    "2024-05-31",
    ",",
    ",",
    ";",
    "\t",
    "|",
    " ",
    '"',
    '""',
    "\n",
    "\n",
    "\r\n",
    "\r",
  ],
  jsonl: [
    '{"a":1}\n',
    '{"a":',
    '"x"',
    "1e999",
    "{",
    "}",
    "[1,2]",
    ",",
    ":",
    "null",
    "\n",
    "\n",
    " ",
    "true",
    "é",
    '"b":{"c":2}',
  ],
  svmlight: [
    "1",
    "-1",
    " ",
    " ",
    ":",
    "3:0.5",
    "7:1e3",
    "\n",
    "\n",
    "#",
    "qid:2",
    "99999999999",
    "x",
    "\r\n",
    "é",
  ],
  vw: ["1", "-1", " ", " ", "|", "|", "a", "b:2", ":", "'t", "\n", "\n", "é", "\r\n", "1e999", "^"],
};

const valid: Record<string, string> = {
  csv: 'age;job;ok;day\n56;"house;maid";true;2024-01-01\n57;"say ""x""";false;2024-01-02\n5.5e1;é;true;\n',
  jsonl: '{"a":1,"b":{"c":"x"}}\n{"a":2,"b":{"c":"é"}}\n{"a":null}\n',
  svmlight: "+1 1:0.5 7:-2e1 # x\n-1 qid:3 3:1\n0.5\n",
  vw: "1 2.5 'tag|a x:2 y |b:0.5 x:3 z\n-1 |a x\n|  x y:4\n",
};

function texts(format: string): fc.Arbitrary<Uint8Array> {
  const nearly = fc
    .array(fc.constantFrom(...alphabets[format]), { maxLength: 60 })
    .map((parts) => new Uint8Array(Buffer.from(parts.join(""))));
  const damaged = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }).map((changes) => {
    const bytes = new Uint8Array(Buffer.from(valid[format]));
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    return bytes;
  });
  return fc.oneof(nearly, damaged, fc.uint8Array({ maxLength: 80 }));
}

const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

/** What the reader makes of the bytes, which is never anything but rows and a user's error. */
const read = (bytes: Uint8Array, sizes: number[], options: OpenOptions) =>
  everything(open(pieces(bytes, ...sizes), { name: "f", ...options }));

describe.each(["csv", "jsonl", "svmlight", "vw"] as Format[])("any bytes read as %s", (format) => {
  it.each(["fail", "skip"] as const)(
    "give the same rows however they are cut, with onError %s",
    async (onError) => {
      await fc.assert(
        fc.asyncProperty(texts(format), cuts, async (bytes, sizes) => {
          const whole = await read(bytes, [], { format, onError });
          expect(await read(bytes, sizes, { format, onError })).toEqual(whole);
          if (onError === "skip" && whole.error !== undefined) expect(whole.rows).toEqual([]);
        }),
        { numRuns },
      );
    },
  );

  it("give the same rows when cut at any one byte", async () => {
    const bytes = Buffer.from(valid[format]);
    const whole = await read(bytes, [], { format });
    expect(whole.error).toBeUndefined();
    for (let at = 1; at < bytes.length; at++) {
      expect(await read(bytes, [at, bytes.length], { format })).toEqual(whole);
    }
  });
});

describe("any bytes", () => {
  it("are told a format, and read or refused in one line", async () => {
    const anything = fc.oneof(...Object.keys(alphabets).map(texts));
    await fc.assert(
      fc.asyncProperty(anything, cuts, async (bytes, sizes) => {
        const whole = await read(bytes, [], {});
        expect(await read(bytes, sizes, {})).toEqual(whole);
      }),
      { numRuns },
    );
  });

  it("that begin like gzip, zstd or idx are read or refused in one line", async () => {
    const magics = [
      [0x1f, 0x8b],
      [0x1f, 0x8b, 8, 0],
      [0x28, 0xb5, 0x2f, 0xfd],
      [0, 0, 8, 3],
      [0, 0, 8, 1, 0, 0, 0, 3],
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 60 }), async (magic, rest) => {
        await read(Uint8Array.from([...magic, ...rest]), [], {});
      }),
      { numRuns },
    );
  });

  it("of a gzip file, cut or changed anywhere, are read or refused in one line", async () => {
    const packed = gzipSync(valid.csv.repeat(20));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(packed.length),
        fc.nat(packed.length - 1),
        fc.nat(255),
        async (length, at, byte) => {
          const bytes = Buffer.from(packed.subarray(0, length));
          if (at < length) bytes[at] = byte;
          await read(bytes, [], {});
        },
      ),
      { numRuns },
    );
  });
});
