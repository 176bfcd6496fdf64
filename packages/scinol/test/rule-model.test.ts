import { describe, expect, it } from "vitest";
import { RuleModel } from "../src/paper/model.ts";
import { Row } from "../src/paper/row.ts";
import { type Rule, rules } from "../src/paper/rules/index.ts";

function rowOf(entries: readonly (readonly [index: number, value: number])[], weight = 1): Row {
  const row = new Row();
  row.clear();
  for (const [index, value] of entries) row.add(index, value);
  row.weight = weight;
  return row;
}

const stream = (t: number): [number, number][] => [
  [1, ((t * 7) % 11) - 5],
  [4, 100 * ((t % 3) - 1)],
  [5, t % 4 === 0 ? 0 : 1 / (1 + t)],
  [9 + (t % 2), 3],
];

function learned(rule: Rule, outputs: number, order = (entries: [number, number][]) => entries): RuleModel {
  const model = new RuleModel(rule, rule.settings, { hasConstant: true, outputs, features: 0 }, "auto");
  for (let t = 0; t < 40; t++) {
    const row = rowOf(order(stream(t)), [1, 0.5, 2][t % 3]);
    model.play(row);
    model.update(
      row,
      Float64Array.from({ length: outputs }, (_, k) => ((t * (k + 3)) % 5) / 4 - 0.5),
    );
  }
  return model;
}

describe.each(Object.values(rules))("a model of $name for lists of entries", (rule) => {
  it.each([1, 3])(
    "says what each entry gives: with the constant's part they sum to the score (%i outputs)",
    (outputs) => {
      const model = learned(rule, outputs);
      const row = rowOf(stream(7));
      const alone = model.play(rowOf([])).slice();
      const scores = model.play(row).slice();
      for (let k = 0; k < outputs; k++) {
        const given = model.contributions(row, k);
        const sum = given.reduce((total, part) => total + part, 0);
        // A divisor that depends on the row is another for the constant alone.
        if (rule.coupled || rule.name === "k17") expect(Number.isFinite(sum)).toBe(true);
        else expect(sum + alone[k]).toBeCloseTo(scores[k], 10);
      }
    },
  );

  it.each([1, 3])("does not need them in order: the scores agree to 1e-9 (%i outputs)", (outputs) => {
    const [sorted, shuffled] = [
      learned(rule, outputs),
      learned(rule, outputs, (entries) => entries.reverse()),
    ];
    const row = rowOf(stream(3));
    for (const [k, score] of sorted.play(row).slice().entries()) {
      expect(shuffled.play(row)[k]).toBeCloseTo(score, 9);
    }
  });

  it("predicts features that it does not have, and keeps none of them", () => {
    const model = learned(rule, 1);
    const [before, bytes] = [model.cells.save(), model.cells.bytes];
    const many = Array.from({ length: 900 }, (_, n): [number, number] => [20 + n, 1]);
    expect(Number.isFinite(model.play(rowOf(many))[0])).toBe(true);
    expect(model.cells.save()).toEqual(before);
    expect(model.cells.bytes).toBe(bytes);
  });

  it("grows outputs, is saved, loaded and goes on the same", () => {
    const model = learned(rule, 2);
    model.growOutputs(3);
    const copy = new RuleModel(rule, rule.settings, { hasConstant: true, outputs: 3, features: 0 }, "js");
    copy.load(model.cells.save(), undefined);
    for (let t = 0; t < 10; t++) {
      const row = rowOf(stream(t));
      expect([...copy.play(row)]).toEqual([...model.play(row)]);
      for (const one of [model, copy]) one.update(row, Float64Array.of(0.5, -0.25, -0.25));
    }
    expect(copy.cells.save()).toEqual(model.cells.save());
  });
});
