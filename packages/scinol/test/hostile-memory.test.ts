import { describe, expect, it } from "vitest";
import { Module } from "../src/engine/module.ts";
import { HEAD } from "../src/paper/drivers/layout.ts";
import { RuleModel } from "../src/paper/model.ts";
import { Row } from "../src/paper/row.ts";
import { scinol1, scinol2 } from "../src/paper/rules/index.ts";

const EDGES = [
  0,
  -0,
  1,
  -1,
  5e-324,
  -1e-310,
  1e-300,
  -1e-300,
  1e300,
  -1e300,
  1e308,
  -1e308,
  Infinity,
  -Infinity,
];

/** Numbers of every kind, the same for every model. */
function sower(seed: number): () => number {
  const bits = new DataView(new ArrayBuffer(8));
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
  return () => {
    const n = next();
    if (n % 5 === 0) return EDGES[next() % EDGES.length];
    if (n % 41 === 0) return Number.NaN;
    if (n % 3 === 0) return (next() - 8388608) / 4194304;
    bits.setUint32(0, (next() << 8) | (next() & 255));
    bits.setUint32(4, (next() << 8) | (next() & 255));
    return bits.getFloat64(0);
  };
}

/** Everything from the head to the last cell. */
function memoryOf({ cells }: RuleModel): Float64Array {
  const { doubles } = cells.home.space;
  return doubles.slice(cells.address >> 3, (cells.address + cells.bytes) >> 3);
}

/**
 * Any state that can be loaded. With one output WebAssembly plays and updates the neighbour of a feature that has a value,
 * which changes nothing of such a state.
 */
function anyState({ cells }: RuleModel, sow: () => number): Float64Array {
  const saved = cells.save();
  for (let at = 5; at < saved.length; at++) {
    const place = (at - 5) % 4;
    const size = Math.min(Math.abs(sow()), place === 0 ? Infinity : 1e290);
    if (place === 0) saved[at] = size > 0 ? size : Infinity;
    else saved[at] = size >= 0 ? (place === 1 && at % 8 > 4 ? -size : size) : 0;
  }
  return saved;
}

describe.each([scinol2, scinol1])("$name in WebAssembly and in JavaScript", (rule) => {
  it.each([1, 2, 3, 10])("leaves the same bits of a memory sown with anything: %i outputs", (outputs) => {
    let compared = 0;
    for (let seed = 0; seed < 60; seed++) {
      const features = 1 + (seed % 33);
      const models = (["auto", "js"] as const).map((kernel) => {
        const shape = { hasConstant: seed % 2 === 0, outputs, features };
        const model = new RuleModel(rule, { epsilon: 1 }, shape, kernel);
        expect(model.cells.engine.name).toBe(kernel === "auto" ? "simd" : "js");
        const sow = sower(seed);
        const { cells } = model;
        const { doubles } = cells.home.space;
        if (outputs === 1) model.load(anyState(model, sow), undefined);
        else {
          const end = cells.address + cells.bytes;
          for (let at = cells.address + HEAD; at < end; at += 8) doubles[at >> 3] = sow();
        }
        return { model, sow };
      });
      for (let round = 0; round < 12; round++) {
        const [simd, js] = models.map(({ model, sow }) => {
          const row = new Row();
          row.clear();
          for (let i = 0; i < features; i++) {
            const x = sow();
            if (Math.abs(x) <= 1e300 && (round + i) % 4 > 0) row.add(i, x);
          }
          row.weight = [1, 0, 1e8, 0.3][round % 4];
          const scores = [...model.play(row)];
          const slopes = Float64Array.from({ length: outputs }, sow);
          if (outputs === 1 && !Number.isFinite(slopes[0])) slopes[0] = -1;
          model.update(row, slopes);
          return { scores, slopes: [...slopes], memory: memoryOf(model) };
        });
        expect(simd.scores).toEqual(js.scores);
        expect(simd.slopes).toEqual(js.slopes);
        for (let n = 0; n < js.memory.length; n++) {
          if (!Object.is(simd.memory[n], js.memory[n]))
            expect(simd.memory[n], `seed ${seed}, round ${round}, number ${n}`).toBe(js.memory[n]);
        }
        compared += js.memory.length;
      }
    }
    expect(compared).toBeGreaterThan(50_000);
  });
});

it("a module that cannot be compiled says why, and JavaScript takes its place", () => {
  const broken = new Module("00");
  const { name, why } = broken.engine("auto", { learn: () => 0 });
  expect([name, why]).toEqual(["js", "WebAssembly without SIMD"]);
});
