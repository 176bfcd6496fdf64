import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDeeper } from "../src/http/json-depth.ts";
import { decodeEntry, encodeEntry, eventsOf } from "../src/model/entry.ts";
import { erased } from "../src/model/erased.ts";
import { jsonElements } from "../src/model/json-elements.ts";

const text = (value: unknown, space?: number) => Buffer.from(JSON.stringify(value, undefined, space));

describe("the elements of a JSON array", () => {
  it("are found as they stand, whatever is in them", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(3), (array, space) => {
        const bytes = text(array, space);
        const found = jsonElements(bytes).map(({ from, to }) => JSON.parse(bytes.toString("utf8", from, to)));
        expect(found).toEqual(JSON.parse(bytes.toString()));
      }),
    );
  });

  it("of anything else are the whole of it", () => {
    expect(jsonElements(Buffer.from(' {"a":[1,2]}'))).toEqual([{ from: 0, to: 12 }]);
  });
});

it("the depth of JSON is that of its brackets, not of those in texts", () => {
  const depth = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const bytes = text(value);
      expect(isDeeper(bytes, depth(value))).toBe(false);
      expect(isDeeper(bytes, depth(value) - 1)).toBe(depth(value) > 0);
    }),
  );
});

describe("an entry of the journal", () => {
  const events = [
    { x: { a: 1, __proto__: null }, y: "no", key: "one" },
    { x: { b: '[{\\"' }, y: "yes", key: "two" },
    { x: { c: -0 }, y: "yes" },
    { x: {}, y: "no", key: "two" },
  ];

  it("reads back as it was written", () => {
    const header = { kind: "learn", time: 5, form: "json", without: [1] } as const;
    const { header: read, body } = decodeEntry(encodeEntry(header, text(events)));
    expect(read).toEqual(header);
    expect(eventsOf(header, body)).toEqual(
      [events[0], events[2], events[3]].map((event) => JSON.parse(JSON.stringify(event))),
    );
  });

  it("without the events of a key has null in their place, and every other byte as it came", () => {
    const lines = Buffer.from(events.map((event) => JSON.stringify(event)).join("\n"));
    for (const [form, body] of [
      ["json", text(events)],
      ["json", text(events, 2)],
      ["lines", lines],
    ] as const) {
      const header = { kind: "learn", time: 5, form } as const;
      const { bytes, erased: count } = erased(encodeEntry(header, body), "two");
      expect(count).toBe(2);
      const after = decodeEntry(bytes);
      const [one, , three] = eventsOf(header, body);
      expect(eventsOf(header, after.body)).toEqual([one, null, three, null]);
      expect(after.body.toString()).not.toContain("two");
    }
    const single = { kind: "learn", time: 5, form: "json" } as const;
    expect(decodeEntry(erased(encodeEntry(single, text(events[0])), "one").bytes).body.toString()).toBe(
      "null",
    );
    const labels = { kind: "label", time: 5 } as const;
    const joined = [
      { id: "one", x: {}, y: 1, at: 0 },
      { id: "two", x: {}, y: 1, at: 0 },
    ];
    expect(
      eventsOf(labels, decodeEntry(erased(encodeEntry(labels, text(joined)), "one").bytes).body),
    ).toEqual([null, joined[1]]);
  });
});
