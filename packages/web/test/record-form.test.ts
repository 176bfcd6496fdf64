import { describe, expect, it } from "vitest";
import { flatten, recordOf, textsOf, typedOf } from "../src/record-form.ts";

describe("the form of a record", () => {
  const columns = [
    { name: "price", kind: "number", categories: 0 },
    { name: "seen", kind: "indicator", categories: 0 },
    { name: "new", kind: "boolean", categories: 0 },
    { name: "words", kind: "tokens", categories: 3 },
    { name: "address.city", kind: "category", categories: 2 },
    { name: "when", kind: "date", categories: 0 },
  ];

  it("makes a value of what was typed, as the column has it", () => {
    const typed = {
      price: "1e3",
      seen: "1",
      new: "false",
      words: " free  prize ",
      "address.city": "Lyon",
      when: "2026-05-01",
    };
    expect(recordOf(columns, typed)).toEqual({
      price: 1000,
      seen: 1,
      new: false,
      words: ["free", "prize"],
      "address.city": "Lyon",
      when: "2026-05-01",
    });
  });

  it("leaves out what was left empty", () => {
    expect(recordOf(columns, { price: " ", "address.city": "" })).toEqual({});
  });

  it("is filled from a record, nested or not", () => {
    const record = { price: 3, address: { city: "Lyon", zip: null }, words: ["a", "b"], new: false };
    expect(Object.fromEntries(flatten(record).map(([name, value]) => [name, typedOf(value)]))).toEqual({
      price: "3",
      "address.city": "Lyon",
      "address.zip": "",
      words: "a b",
      new: "false",
    });
  });

  it("suggests the texts that a column has had, each once", () => {
    const records = [
      { address: { city: "Lyon" } },
      { address: { city: "Bonn" } },
      { "address.city": "Lyon" },
      {},
    ];
    expect(textsOf("address.city", records)).toEqual(["Bonn", "Lyon"]);
  });
});
