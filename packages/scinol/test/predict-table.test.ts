import { classifier } from "scinol";
import { expect, it } from "vitest";

it("predicting rows of a table is predicting records, and changes nothing", () => {
  const layout = { numbers: [{ name: "x", kind: "number" as const }], texts: ["colour"] };
  const dictionaries = [{ values: ["red", "blue", "never seen"] }];
  const table = (numbers: number[], codes: number[]) => ({
    rows: numbers.length,
    numbers: Float64Array.from(numbers),
    codes: Int32Array.from(codes),
    dictionaries,
  });
  const model = classifier<string>({ classes: ["a", "b", "c"] });
  const learn = model.table(layout);
  for (let n = 0; n < 200; n++)
    learn(table([n % 7, n % 5], [n % 2, 1 - (n % 2)]), ["abc"[n % 3], "abc"[n % 2]]);
  const before = model.save();
  const predict = model.predictTable(layout);
  const probabilities = predict(table([3, Number.NaN, 1], [0, 1, 2]));
  const records = [
    { x: 3, colour: "red" },
    { x: undefined, colour: "blue" },
    { x: 1, colour: "never seen" },
  ];
  records.forEach((record, row) => {
    expect([...probabilities.subarray(3 * row, 3 * row + 3)]).toEqual([
      ...model.predict(record as never).probabilities.values(),
    ]);
  });
  expect(model.save()).toEqual(before);
});
