import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { log } from "../../src/arithmetic/log.ts";
import type { Arrays } from "../../src/core/memory.ts";

/** The part of WebAssembly that is used; the libraries that the compiler knows do not declare it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
    imports: object,
  ) => {
    readonly exports: Record<string, Run> & {
      memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
    };
  };
};

const scripts = new URL("../../scripts/", import.meta.url);
const src = fileURLToPath(new URL("../../src/", import.meta.url));
const { compile }: { compile(options: object): Promise<Uint8Array> } = await import(
  new URL("compile-core.mjs", scripts).href
);
const { vectorise }: { vectorise(files: Record<string, string>, lanes: boolean): (path: string) => string } =
  await import(new URL("vectorise.mjs", scripts).href);

/** What is computed from lanes x, y, z, a number s and a condition `flag`; the last line is the result. */
const expressions: Record<string, string> = {
  sum: "x + y",
  difference: "x - y",
  product: "x * y",
  quotient: "x / y",
  negative: "-x",
  negativeOfSum: "-(x + y) * -z",
  nested: "(x + y) * (x - z) / (1 + y * y)",
  withNumbers: "2 * x + s / 3 - (1 + s) * y",
  withNegativeNumbers: "x * -1.5 + -s",
  withConstants: "x * PACE + y * -MOST + z * DERIVED",
  withMathConstants: "x * Math.SQRT2",
  withLoad: "x * f64At(b + 8)",
  withScalarChoice: "x * (flag ? s : 1.0)",
  withMutable: "x * mutable",
  less: "x < y ? 1 : 2",
  lessOrEqual: "x <= y ? 1 : 2",
  greater: "x > y ? 1 : 2",
  greaterOrEqual: "x >= y ? 1 : 2",
  equal: "x === y ? 1 : 2",
  notEqual: "x !== y ? 1 : 2",
  isNumber: "x - x === 0 ? x : y",
  smaller: "x < y ? x : y",
  smallerOfGreater: "x > y ? y : x",
  larger: "x < y ? y : x",
  largerOfGreater: "x > y ? x : y",
  smallerOrEqual: "x <= y ? x : y",
  clampedBelow: "x < -MOST ? -MOST : x",
  clampedAbove: "MOST < x ? MOST : x",
  clampedByNumber: "x < s ? s : x",
  smallerOfComputed: "x + 1 < y * 2 ? x + 1 : y * 2",
  smallerOfOthers: "x < y ? y + 1 : x",
  zeroed: "x > y ? z : 0",
  zeroedNumber: "x > y ? s : 0",
  negativeZero: "x > y ? z : -0",
  zeroFirst: "x > y ? 0 : z",
  chosen: "x > y ? x * z : y - z",
  chosenTwice: "x > y ? (y > z ? x : y) : x > 0 ? z : 1",
  not: "!(x < y) ? x : y",
  and: "x > 0 && y > 0 ? x : y",
  or: "x > 0 || (y > 0 && z > 0) ? x : y",
  andNumber: "flag && x > y ? x : z",
  andScalarChoice: "(flag ? s > 0 : s > 1) && x > y ? x : z",
  orNumber: "x > y || s > 1 ? x : z",
  maskChosen: "(x > 0 ? y > 0 : z > 0) ? x : y",
  maskOrNever: "(flag ? x > 0 : false) ? x : y",
  scalarTest: "flag ? x + y : y",
  scalarTestOneNumber: "s > 0 && flag ? x : 1",
  scalarTestInTest: "(flag ? s > 0 : s < 1) ? x : z",
  absolute: "Math.abs(x)",
  root: "Math.sqrt(x)",
  down: "Math.floor(x)",
  up: "Math.ceil(x)",
  truncated: "Math.trunc(x)",
  least: "Math.min(x, y)",
  most: "Math.max(x, 1)",
  scalarMath: "x * Math.abs(s)",
  scalarCall: "x * exp(s)",
  called: "weight(x, y + 1, s)",
  calledWithNumber: "weight(1, x, f64At(a))",
  calledFromNumbers: "x * weight(s, s, s)",
  calledForMask: "isBetween(x, y, 2) ? x : z",
  calledInBranch: "x > y ? weight(x, y, 1) : z",
  calledThroughNamespace: "shapes.square(x) + shapes.square(1)",
  both: "bothAt(a) + x",
  tables: "laneAt(TABLE + (at & 8)) * x",
  exponent: "exponentOf(x)",
  power: "powerOf2(Math.floor(x > -1022 && x < 1023 ? x : 3))",
};
const bodies: Record<string, string> = {
  reassigned: "let r = x; r = r * y; r += z; r -= 1; r *= 2; r /= y;",
  reassignedByNumber: "let r = x; if (flag) r = 3; if (s > 1) { r = s; } else { r = r + y; }",
  reassignedFromNumber: "let r: Lane = 0; for (let n: i32 = 0; n < 3; n++) r += x * n;",
  declaredBefore: "let r: Lane; if (flag) r = x; else r = y;",
  kept: "const far = x > y; const near = !far && z > 0; const r = far ? x : near ? y : z;",
  maskChanged: "let m = x > y; m = m || flag; m = m && z > 0; const r = m ? x : y;",
  maskDeclared: "const m: Mask = flag; const r = m ? x : y;",
  onlyIfAny: "let r = x; const m = x > y; if (any(m)) { r = m ? y * 2 : r; }",
  namesAgain:
    "{ const t = s; mutable = t; } let r = x; { const t = x * 2; r = t + y; } { const t = s; r = r * t; }",
  loops:
    "let r = x; for (let v = y, n: i32 = 0; n < 4; n++) { v = v * 0.5; if (n === 2) continue; r = r + v; }",
};

const source = `
import { exp } from "../arithmetic/exp.ts";
import * as shapes from "./shapes.ts";
import { DERIVED, isBetween, weight as weight } from "./shapes.ts";
import { addressAt, any, assert, bothAt, copy, exponentOf, f64At, fill, i32At, type Lane, laneAt, type Mask, PAIR } from "./memory.ts";
import { powerOf2, putAddress, putF64, putI32, putLane, putTwo, table, twoAt, whole, WIDTH } from "./memory.ts";
import { logOf } from "./logarithm.ts";

const PACE: f64 = 0.001;
const MOST: f64 = 1e290;
const TABLE: usize = table([0.5, -2, NaN]);
let mutable: f64 = 3;
${[
  ...Object.entries(expressions).map(([name, text]) => [name, `const r = ${text};`]),
  ...Object.entries(bodies),
]
  .map(
    ([name, body]) => `
export function ${name}(a: usize, b: usize, c: usize, out: usize, bytes: usize, s: f64, flag: bool): void {
  for (let at: usize = 0; at < bytes; at += WIDTH) {
    const x = laneAt(a + at);
    const y = laneAt(b + at);
    const z = laneAt(c + at);
    ${body}
    putLane(out + at, r);
  }
}`,
  )
  .join("\n")}
export function apart(a: usize, b: usize, c: usize, out: usize, bytes: usize, s: f64, flag: bool): void {
  const half = bytes / 2;
  for (let lane: usize = 0; lane < PAIR; lane += WIDTH) {
    for (let at: usize = 0; at < half; at += 8) {
      putTwo(out + at, half, lane, twoAt(a + at, half, lane) + twoAt(b + at, half, lane));
    }
  }
}
export function scalars(a: usize, b: usize, c: usize, out: usize, bytes: usize, s: f64, flag: bool): void {
  fill(out, bytes);
  for (let at: usize = 0; at < 512; at += 8) {
    const k = whole(f64At(a + at) > -1e9 && f64At(a + at) < 1e9 ? f64At(a + at) : NaN);
    putF64(out + at, (k as f64) * 0.5);
    putI32(out + 512 + at, k);
    putAddress(out + 516 + at, out + at);
    putF64(out + 1024 + at, (i32At(out + 512 + at) as f64) + (addressAt(out + 516 + at) as f64));
  }
  copy(out + 16, out, 1024);
}
export function logarithms(a: usize, out: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += WIDTH) putLane(out + at, logOf(laneAt(a + at)));
}
export function positive(x: f64): void {
  assert(x > 0, "x is not positive");
}
`;
const shapes = `
import type { Lane, Mask } from "./memory.ts";
export const DERIVED: f64 = 1 / 0.999;
export function square(x: Lane): Lane {
  return x * x;
}
export function weight(γ: Lane, s: Lane, η: f64): Lane {
  const r = Math.sqrt(square(s) + 1);
  let above = γ < -r ? -r : γ;
  if (η > 1) above = above * η;
  return (r < above ? r : above) * η;
}
export function isBetween(x: Lane, from: Lane, to: f64): Mask {
  return x > from && x < to;
}
`;

type Run = (...numbers: (number | boolean)[]) => void;
interface Program {
  readonly run: Record<string, Run>;
  readonly numbers: Float64Array<ArrayBuffer>;
}

/** Numbers of each argument, and where they are in memory. */
const COUNT = 1536;
const [A, B, C, OUT] = [0, 1, 2, 3].map((n) => 65536 + 8 * COUNT * n);
const BYTES = 65536 * 32;

const folder = mkdtempSync(join(tmpdir(), "scinol-vectorise-"));
afterAll(() => rmSync(folder, { recursive: true }));

let programs: { readonly javascript: Program; readonly vectors: Program; readonly numbers: Program };
beforeAll(async () => {
  writeFileSync(`${folder}/index.ts`, source);
  writeFileSync(`${folder}/shapes.ts`, shapes);
  copyFileSync(`${src}core/logarithm.ts`, `${folder}/logarithm.ts`);
  programs = { javascript: await javascript(), vectors: await wasm(true), numbers: await wasm(false) };
}, 60_000);

async function wasm(lanes: boolean): Promise<Program> {
  const bytes = await compile({ entry: "index.ts", folder, lanes });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
  exports.memory.grow(BYTES / 65536 - 1);
  return { run: exports, numbers: new Float64Array(exports.memory.buffer) };
}

/** The same files as the library's JavaScript. */
async function javascript(): Promise<Program> {
  const bundle = await rolldown({
    input: "entry",
    plugins: [
      {
        name: "core",
        resolveId(id) {
          if (id === "entry") return id;
          if (id.endsWith("/memory.ts")) return `${src}core/memory.ts`;
          if (id.startsWith("../arithmetic/")) return `${src}${id.slice(3)}`;
          return undefined;
        },
        load: (id) =>
          id === "entry"
            ? `export * from "${folder}/index.ts"; export * as memory from "./memory.ts";`
            : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: "iife", name: "core" });
  await bundle.close();
  const core = new Function(`${output[0].code}; return core;`)();
  const buffer = new ArrayBuffer(BYTES);
  const space: Arrays = {
    doubles: new Float64Array(buffer),
    i32: new Int32Array(buffer),
    u32: new Uint32Array(buffer),
  };
  core.memory.begin(space);
  core.memory.use(space);
  return { run: core, numbers: space.doubles };
}

let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const special = [
  NaN,
  Infinity,
  -Infinity,
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  -2.5,
  3,
  1e16,
  5e-324,
  -5e-324,
  1e-310,
  -2e-308,
];
special.push(2.2250738585072014e-308, 1e300, -1e300, 1e-300, -1e-300, 1.7976931348623157e308, 1e290, -1e290);
const view = new DataView(new ArrayBuffer(8));
/** Half are special, a quarter near 1, a quarter any bits at all. */
function hostile(): number {
  const kind = random();
  if (kind < 0.5) return special[Math.floor(random() * special.length)];
  if (kind < 0.75) return 8 * random() - 4;
  view.setUint32(0, random() * 2 ** 32);
  view.setUint32(4, random() * 2 ** 32);
  return view.getFloat64(0);
}
const hostileNumbers = Float64Array.from({ length: 3 * COUNT }, hostile);

/** Where two results differ in a bit; all NaN are the same. */
function differences(one: Float64Array, other: Float64Array): object[] {
  const found = [];
  for (const [n, x] of one.entries()) if (!Object.is(x, other[n])) found.push({ n, x, other: other[n] });
  return found;
}

describe("vectors, numbers and JavaScript of the same text have the same bits:", () => {
  it.each([...Object.keys(expressions), ...Object.keys(bodies), "apart", "scalars"])("%s", (name) => {
    for (const [s, flag] of [
      [1.75, true],
      [-0.3, false],
    ]) {
      const [expected, ...found] = [programs.javascript, programs.numbers, programs.vectors].map(
        (program) => {
          program.numbers.set(hostileNumbers, A / 8);
          program.run[name](A, B, C, OUT, 8 * COUNT, s, flag);
          return program.numbers.slice(OUT / 8, OUT / 8 + COUNT);
        },
      );
      for (const result of found) expect(differences(expected, result)).toEqual([]);
    }
  });

  it("logOf has the bits of the library's log", () => {
    const x = Float64Array.from({ length: 100_000 }, (_, n) => {
      if (n % 3 === 0) return 1 + random() * 2 ** -(n % 53);
      return (1 + random()) * 2 ** Math.floor((n % 3 === 1 ? 8 : 996) * random());
    });
    x.set([1, 2, 4, Math.SQRT2, 1e300, 1 + Number.EPSILON, 9.4e-302, 0.7, 1.7976931348623157e308]);
    for (const { run, numbers } of Object.values(programs)) {
      numbers.set(x, A / 8);
      run.logarithms(A, A + 8 * x.length, 8 * x.length);
      const found = numbers.slice(A / 8 + x.length, A / 8 + 2 * x.length);
      expect(differences(x.map(log), found)).toEqual([]);
    }
  });

  it("an assertion that does not hold stops the call", () => {
    for (const { run } of Object.values(programs)) {
      expect(() => run.positive(1)).not.toThrow();
      expect(() => run.positive(-1)).toThrow();
    }
  });
});

describe("what has no vector is refused with its place:", () => {
  const memory = `export function laneAt(at: usize): Lane { return 0 }
      export function putLane(at: usize, x: Lane): void {}
      export function any(mask: Mask): bool { return mask }`;
  const refused = (text: string) => () =>
    vectorise({ "core/memory.ts": memory, "core/refused.ts": text }, true)("core/refused.ts");
  it.each([
    ["a remainder", "const r = x % 2;", "no vector of this: x % 2"],
    ["a rounding that differs", "const r = Math.round(x);", "no vector of this: Math.round(x)"],
    ["too many arguments", "const r = Math.min(x, 1, 2);", "no vector of this: Math.min(x, 1, 2)"],
    ["a lane as a condition", "if (x) return;", "a lane where a number is needed: x"],
    ["a mask as a condition", "if (x > 1) return;", "a mask where a number is needed: x > 1"],
    ["a lane as a test", "const r = x ? 1 : 2;", "a lane where a mask is needed: x"],
    ["a lane in a loop's end", "for (let n = 0; n < x; n++) {}", "a mask where a number is needed: n < x"],
    ["a mask as a lane", "putLane(8, x > 1);", "a mask where a lane is needed: x > 1"],
    ["a lane as a mask", "const r = any(x);", "a lane where a mask is needed: x"],
    ["masks in arithmetic", "const r = (x > 1) + x;", "a mask where a lane is needed: x > 1"],
    ["masks compared", "const r = (x > 1) === (x > 2);", "a mask where a lane is needed: x > 1"],
    ["lanes and masks mixed", "const r = x > 1 ? x : x > 2;", "a lane where a mask is needed: x"],
    ["a lane as an address", "const r = laneAt(x);", "a lane where a number is needed: x"],
    ["a lane for an unknown function", "const r = exp(x);", "a lane where a number is needed: x"],
    ["a lane in a number", "let sum = 0; sum = sum + x;", "a lane where a number is needed: sum + x"],
    ["a lane declared a number", "const r: f64 = x;", "a lane where a number is needed: x"],
    ["a lane returned as a number", "return x * 2;", "a lane where a number is needed: x * 2"],
    ["a lane counted up", "let r = x; r++;", "a lane where a number is needed: r"],
    ["an assignment with an operator", "let r = x; r **= 2;", "no vectors for **=: r"],
    ["a lane converted", "const r = x as i32;", "a lane where a number is needed: x"],
  ])("%s", (_, body, message) => {
    const text = `import { any, laneAt, putLane } from "./memory.ts";\nfunction f(at: usize): void {\n  const x = laneAt(at);\n  ${body}\n}\n`;
    expect(refused(text)).toThrow(`core/refused.ts:4: ${message}`);
  });

  it.each([
    ["lanes outside a function", "const X = laneAt(8);", "lanes outside a function: X"],
    [
      "writing where lanes are returned",
      "function f(x: Lane): Lane { putLane(8, x); return x; }",
      "a function of lanes only computes: putLane(8, x)",
    ],
    [
      "changing what is outside where lanes are returned",
      "let y: f64 = 1; function f(x: Lane): Lane { y = 2; return x; }",
      "a function of lanes only computes: y = 2",
    ],
    [
      "the name of a function with other lanes",
      "function laneAt(at: usize): f64 { return 1; }",
      "twice, not the same lanes: laneAt",
    ],
  ])("%s", (_, text, message) => {
    expect(refused(`\n${text}`)).toThrow(`core/refused.ts:2: ${message}`);
  });
});
