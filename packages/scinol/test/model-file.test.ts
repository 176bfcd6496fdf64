import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ARITHMETIC, type Classifier, classifier, load, type Regressor, regressor } from "../src/index.ts";
import { anyOptions, anyRecord, anyWeight } from "./arbitraries.ts";
import { fingerprint } from "./fingerprint.ts";

const labels = fc.constantFrom("spam", "ham", 1, "1", true, -0, "\udfff");
const rounds = fc.array(fc.tuple(anyRecord, anyWeight, labels), { minLength: 1, maxLength: 30 });

describe("a learner that was saved and loaded goes on to the bit", () => {
  it("a classifier, at any point, its classes still growing", () => {
    fc.assert(
      fc.property(anyOptions, rounds, fc.nat(30), (options, stream, point) => {
        const whole = classifier(options);
        let parted = classifier(options) as Classifier;
        stream.forEach(([record, weight, label], t) => {
          if (t === point) parted = load(parted.save()) as Classifier;
          expect(parted.predict(record, weight)).toEqual(whole.predict(record, weight));
          expect(parted.learn(record, label, weight)).toBe(whole.learn(record, label, weight));
        });
        expect(fingerprint(parted)).toBe(fingerprint(whole));
        expect(fingerprint(load(parted.save()))).toBe(fingerprint(whole));
      }),
    );
  });

  it("a regressor, at any point, its unit still unknown", () => {
    const losses = fc.constantFrom("huber" as const, "absolute" as const, "squared" as const, 0.9);
    fc.assert(
      fc.property(anyOptions, losses, rounds, fc.nat(30), (options, loss, stream, point) => {
        const whole = regressor({ ...options, loss });
        let parted = regressor({ ...options, loss });
        stream.forEach(([record, weight], t) => {
          if (t === point) parted = load(parted.save()) as Regressor;
          const y = t < 3 ? 5 : Math.round(10 * Math.sin(t));
          expect(parted.predict(record, weight)).toEqual(whole.predict(record, weight));
          expect(parted.learn(record, y, weight)).toBe(whole.learn(record, y, weight));
        });
        expect(fingerprint(parted)).toBe(fingerprint(whole));
      }),
    );
  });

  it("a frozen one, which still only predicts", () => {
    fc.assert(
      fc.property(anyOptions, rounds, anyRecord, (options, stream, record) => {
        const learner = classifier(options);
        for (const [x, weight, label] of stream) learner.learn(x, label, weight);
        const loaded = load(learner.freeze().save()) as Classifier;
        expect(loaded.predict(record)).toEqual(learner.predict(record));
        expect(() => loaded.learn(record, "spam")).toThrow("this model is frozen: it only predicts");
      }),
    );
  });

  it("with the counters of its progress", () => {
    const learner = trained();
    expect(load(learner.save()).progress.toJSON()).toEqual(learner.progress.toJSON());
    expect(learner.progress.rounds).toBe(3);
  });
});

function trained(): Classifier<string> {
  const learner = classifier<string>({ crosses: [["colour", "size"]] });
  learner.learn({ colour: "red", size: 2, on: new Date(0), tags: ["a", "b"] }, "yes");
  learner.learn({ colour: "blue", size: 5, on: new Date(1e10), tags: ["b"] }, "no");
  learner.learn({ colour: "green", size: null, on: undefined, tags: [] }, "maybe");
  return learner;
}

/** One line, lower case, of the kinds that a user can act on. */
function expectClearError(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    expect(error).toSatisfy((e) => e instanceof TypeError || e instanceof RangeError);
    expect((error as Error).message).toMatch(/^[a-z][^\n\r]{10,200}$/);
    return;
  }
  expect.unreachable("no error");
}

/** The checksum that zip has, one bit at a time. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** The file with its checksum made right, as somebody else's program would write it. */
function sealed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  return bytes;
}

describe("a file that is not as it was written is one clear error", () => {
  const file = trained().save();

  it("cut anywhere", () => {
    for (let length = 0; length < file.length; length++)
      expectClearError(() => load(file.subarray(0, length)));
  });

  it("with any byte changed", () => {
    for (let at = 0; at < file.length; at++) {
      const changed = file.slice();
      changed[at] ^= 1 << (at & 7);
      expectClearError(() => load(changed));
    }
  });

  it("with bytes swapped, repeated, or more of them", () => {
    fc.assert(
      fc.property(
        fc.nat(file.length - 1),
        fc.nat(file.length),
        fc.uint8Array({ minLength: 1 }),
        (a, b, more) => {
          const [from, to] = a < b ? [a, b] : [b, a];
          const repeated = Uint8Array.of(...file.subarray(0, to), ...file.subarray(from));
          if (from !== to) expectClearError(() => load(repeated));
          expectClearError(() => load(Uint8Array.of(...file, ...more)));
          expectClearError(() => load(more));
        },
      ),
    );
  });

  it("or that is no file at all", () => {
    for (const value of [undefined, null, "scinol", [], new ArrayBuffer(8), {}]) {
      expectClearError(() => load(value as never));
    }
    expect(() => load(new TextEncoder().encode("not a model"))).toThrow("this is not a scinol model file");
  });

  it("of a later format, or of another arithmetic", () => {
    const later = file.slice();
    later[8]++;
    expect(() => load(sealed(later))).toThrow(
      `the model file has format 2 and arithmetic ${ARITHMETIC}; this version reads 1 and ${ARITHMETIC}`,
    );
    const other = file.slice();
    other[10]++;
    expect(() => load(sealed(other))).toThrow(`the model file has format 1 and arithmetic ${ARITHMETIC + 1}`);
  });

  it("or that contradicts itself, although its checksum is right", () => {
    const text = Buffer.from(file).toString("latin1");
    const forge = (from: string, to: string) => {
      expect(text).toContain(from);
      return sealed(new Uint8Array(Buffer.from(text.replace(from, to.padEnd(from.length)), "latin1")));
    };
    expect(load(forge('"yes"', '"YES"'))).toMatchObject({ classes: ["YES", "no", "maybe"] });
    for (const [from, to] of [
      ['"classification"', '"clarification"'],
      ['"length":745', '"length":744'],
      ['"length":745', '"length":1e9'],
      ['"rule":"scinol2"', '"rule":"scinol9"'],
      ['"columns":[{', '"columns":{['],
      ['"classes":["yes","no","maybe"]', '"classes":["yes","no"]'],
      ['"coordinates":20', '"coordinates":10'],
      ['"statistics":4', '"statistics":9'],
    ]) {
      expect(() => load(forge(from, to)), to).toThrow(
        "the model file contradicts itself; use one that `save` wrote",
      );
    }
  });

  it("or whose header says anything else: never a crash", () => {
    const headerLength = new DataView(file.buffer).getUint32(12, true);
    fc.assert(
      fc.property(
        fc.integer({ min: 12, max: 15 + headerLength }),
        fc.integer({ min: 32, max: 126 }),
        (at, byte) => {
          const forged = file.slice();
          forged[at] = byte;
          let loaded: ReturnType<typeof load> | undefined;
          try {
            loaded = load(sealed(forged));
          } catch {
            expectClearError(() => load(sealed(forged)));
          }
          // A file can lie in ways that nobody could notice, such as the name of a column.
          loaded?.predict({ colour: "red", size: 2, on: new Date(0), tags: ["a", "b"] });
        },
      ),
      { numRuns: 500 },
    );
  });
});
