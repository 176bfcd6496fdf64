import { classifier, load, regressor } from "scinol";
import { expect, it } from "vitest";

it("notes are saved with the model, survive freezing, and cost nothing where there are none", () => {
  const learner = regressor();
  learner.learn({ a: 1 }, 2);
  const plain = learner.save();
  learner.notes = { rows: 1, of: ["a.csv"] };
  expect(load(learner.save()).notes).toEqual({ rows: 1, of: ["a.csv"] });
  expect(learner.freeze().notes).toEqual({ rows: 1, of: ["a.csv"] });
  learner.notes = undefined;
  expect(learner.save()).toEqual(plain);
  const other = classifier();
  other.notes = "tea";
  expect(load(other.save()).notes).toBe("tea");
});

it("a sparse vector may name its features", () => {
  const learner = classifier();
  learner.learn({ indices: ["tall", "old"], values: [2, 1] }, "tree");
  learner.learn({ indices: ["old"], values: [1] }, "cheese");
  expect(learner.weights().weights.map(({ name }) => name)).toEqual(["tall", "old"]);
  expect(() => learner.learn({ indices: ["tall"], values: ["2"] as never }, "tree")).toThrow(
    'value of index "tall" must be a number',
  );
});

it.each([
  ["numbered", undefined],
  ["named", { values: ["zero", "one", "two", "three"] }],
])("learning from rows of %s sparse vectors is learning from each", (_, names) => {
  const rows = {
    rows: 4,
    offsets: [0, 2, 3, 3, 5],
    indices: [0, 3, 1, 1, 3],
    values: [1, 0.5, -2, 3, 4],
    names,
  };
  const labels = [1, 0, 1, 0];
  const weights = [1, 2, 1, 0.5];
  const one = classifier<number>();
  const all = classifier<number>();
  const losses = labels.map((label, row) => {
    const [from, to] = rows.offsets.slice(row);
    const indices = rows.indices.slice(from, to);
    const record = {
      indices: names ? indices.map((i) => names.values[i]) : indices,
      values: rows.values.slice(from, to),
    };
    return one.learn(record as { indices: number[]; values: number[] }, label, weights[row]);
  });
  expect([...all.sparse()(rows, labels, weights).losses]).toEqual(losses);
  expect(all.save()).toEqual(one.save());
});
