import { describe, expect, it } from "vitest";
import { type InferOptions, infer, look } from "../../src/schema/infer.ts";
import { valueParser } from "../../src/schema/value-parser.ts";
import { randomBelow } from "./trials.ts";

const below = randomBelow(4);
const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** The schema's column for these values, without its name; beside it are others, so that it may be ignored. */
function columnOf(values: readonly unknown[], name = "x", options: InferOptions = {}) {
  const other = values.map((_, n) => "abc"[n % 3]);
  const [column] = infer(
    new Map([
      [name, values],
      ["a", other],
      ["b", other],
    ]),
    options,
  ).columns;
  const { name: _, ...rest } = column;
  return rest;
}

const notesOf = (values: readonly unknown[], name = "x") => look(new Map([[name, values]])).notes;

/** Numbers without an order, so that none counts rows. */
const anyNumbers = times(300, () => below(100_000) / 100);
const euro = (x: number) => x.toFixed(2).replace(".", ",");
const grouped = (x: number) => x.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ",");
const days = times(300, () => new Date(Date.UTC(2020, 0, 1 + below(1500), below(24), below(60))));
const pad = (n: number) => String(n).padStart(2, "0");
const [Y, M, D] = [
  (date: Date) => date.getUTCFullYear(),
  (date: Date) => pad(date.getUTCMonth() + 1),
  (date: Date) => pad(date.getUTCDate()),
];
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const dayParts = ["weekday", "month"];

describe("a column of numbers", () => {
  it.each<[string, (x: number, n: number) => unknown, object]>([
    ["plain", (x) => String(x), {}],
    ["of JSON", (x) => x, {}],
    ["with decimal commas", euro, { decimal: "," }],
    ["$1,234.50", (x) => `$${grouped(x * 10)}`, { thousands: ",", unit: "$" }],
    [
      "1.234,50 €",
      (x) =>
        `${(x * 10)
          .toFixed(2)
          .replace(".", ",")
          .replace(/\B(?=(?:\d{3})+,)/g, ".")} €`,
      { decimal: ",", thousands: ".", unit: "€" },
    ],
    [
      "1 234,50",
      (x) =>
        (x * 10)
          .toFixed(2)
          .replace(".", ",")
          .replace(/\B(?=(?:\d{3})+,)/g, "\u202f"),
      { decimal: ",", thousands: " " },
    ],
    ["1'234.50", (x) => (x * 10).toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, "'"), { thousands: "'" }],
    ["12.3%", (x) => `${x.toFixed(1)}%`, { unit: "%" }],
    ["12k", (x) => `${Math.round(x)}k`, { magnitudes: true }],
    [
      "12k, 1.5M and 900",
      (x, n) => (n % 3 === 0 ? `${x}k` : n % 3 === 1 ? `${x}M` : `${x}`),
      { magnitudes: true },
    ],
    ["$1.2M", (x, n) => `$${x}${n % 2 === 0 ? "M" : "k"}`, { unit: "$", magnitudes: true }],
    [
      "(1,200)",
      (x) => (x < 500 ? `(${grouped(x * 10).slice(0, -3)})` : grouped(x * 10).slice(0, -3)),
      { thousands: "," },
    ],
    ["12-", (x) => (x < 500 ? `${x}-` : `${x}`), {}],
    ["12.5 kg", (x) => `${x} kg`, { unit: "kg" }],
    ["EUR 12.50", (x) => `EUR ${x}`, { unit: "EUR" }],
    ["12 GB and 500 MB", (x, n) => `${x} ${n % 2 === 0 ? "GB" : "MB"}`, { unit: "B", magnitudes: true }],
    ["-1 and 1", (_, n) => (n % 2 === 0 ? "-1" : "1"), {}],
    ["with one NA in seven", (x, n) => (n % 7 === 0 ? "NA" : String(x)), {}],
    ["with unknown in 1 %", (x, n) => (n % 100 === 0 ? "unknown" : String(x)), {}],
    ["with an odd value in 1 %", (x, n) => (n % 100 === 0 ? "30 (Meteorite)255" : String(x)), {}],
    ["with a remark in 1 %", (x, n) => (n % 100 === 0 ? "3 months" : String(x)), {}],
  ])("%s", (_, write, style) => {
    expect(columnOf(anyNumbers.map(write))).toEqual({ kind: "number", ...style });
  });

  it.each<[string, (x: number) => string]>([
    ["740,60", euro],
    ["$1,234.50", (x) => `$${grouped(x)}`],
    ["-$1,234.50", (x) => (x < 500 ? `-$${grouped(x)}` : `$${grouped(x)}`)],
    ["12.34%", (x) => `${x.toFixed(2)}%`],
    ["12.34k", (x) => `${x.toFixed(2)}k`],
    ["(12.34)", (x) => (x < 500 ? `(${x.toFixed(2)})` : x.toFixed(2))],
    ["12.34-", (x) => (x < 500 ? `${x.toFixed(2)}-` : x.toFixed(2))],
    ["12.34 kg", (x) => `${x.toFixed(2)} kg`],
  ])("written as %s has the values of its clean twin", (form, write) => {
    const isSigned = form.startsWith("-") || form.endsWith("-") || form.startsWith("(");
    const scale = form.endsWith("k") ? 1000 : 1;
    const [column] = infer(new Map([["x", anyNumbers.map(write)]])).columns;
    const parser = valueParser(column);
    for (const x of anyNumbers) {
      const sign = isSigned && x < 500 ? -1 : 1;
      expect(parser.parse(write(x))).toBe(sign * Number(`${x.toFixed(2)}e${Math.log10(scale)}`) + 0);
    }
  });

  it("is not one if more than 2 % of its values are others", () => {
    const values = anyNumbers.map((x, n) => (n % 30 === 0 ? `about ${n}` : String(Math.round(x / 10))));
    expect(columnOf(values).kind).toBe("category");
    expect(notesOf(values)).toEqual([
      'column "x" is category: only 96.7 % of its values are numbers; "about 0" is not',
    ]);
  });

  it("may have more others if these are few words among many numbers", () => {
    const values = anyNumbers.map((x, n) => (n % 10 === 0 ? "Calm" : String(x)));
    expect(columnOf(values).kind).toBe("number");
    expect(notesOf(values)).toEqual(['column "x": "Calm" (30 of 300 rows) counts as missing']);
    expect(columnOf(values.map((text) => (text === "Calm" ? text : "12345"[text.length % 5]))).kind).toBe(
      "category",
    );
  });

  it("names the texts that count as missing", () => {
    expect(
      notesOf(
        anyNumbers.map((x, n) => (n % 100 === 0 ? "unknown" : String(x))),
        "age",
      ),
    ).toEqual(['column "age": "unknown" (3 of 300 rows) counts as missing']);
  });

  it("with three digits behind every comma has commas between thousands, with a note", () => {
    const values = anyNumbers.map((x) => `${1 + (Math.round(x) % 9)},${pad(below(90) + 10)}${below(10)}`);
    expect(columnOf(values)).toEqual({ kind: "number", thousands: "," });
    expect(notesOf(values)[0]).toContain("is read as");
  });

  it("follows the other columns where its own values do not decide", () => {
    const ambiguous = anyNumbers.map((x) => `${1 + (Math.round(x) % 9)},${below(900) + 100}`);
    const { schema, notes } = look(
      new Map([
        ["a", ambiguous],
        ["b", anyNumbers.map(euro)],
        ["c", anyNumbers.map((x) => String(Math.round(x)))],
      ]),
    );
    expect(schema.columns.map((column) => column.kind === "number" && column.decimal)).toEqual([
      ",",
      ",",
      ",",
    ]);
    expect(notes).toEqual([]);
  });
});

describe("a column of dates", () => {
  it.each<[string, (date: Date, n: number) => unknown, string, readonly string[]]>([
    ["2024-12-31", (d) => `${Y(d)}-${M(d)}-${D(d)}`, "Y-M-D", dayParts],
    ["ISO 8601 with a time", (d) => d.toISOString(), "Y-M-D", ["hour", ...dayParts]],
    ["of JavaScript", (d) => d, "Y-M-D", ["hour", ...dayParts]],
    ["2024/12/31", (d) => `${Y(d)}/${M(d)}/${D(d)}`, "Y/M/D", dayParts],
    ["31.12.2024", (d) => `${D(d)}.${M(d)}.${Y(d)}`, "D.M.Y", dayParts],
    ["31/12/2024", (d) => `${D(d)}/${M(d)}/${Y(d)}`, "D/M/Y", dayParts],
    ["12/31/2024", (d) => `${M(d)}/${D(d)}/${Y(d)}`, "M/D/Y", dayParts],
    [
      "12/31/2024 03:00 PM",
      (d) =>
        `${M(d)}/${D(d)}/${Y(d)} ${pad(d.getUTCHours() % 12 || 12)}:${pad(d.getUTCMinutes())} ${d.getUTCHours() < 12 ? "AM" : "PM"}`,
      "M/D/Y",
      ["hour", ...dayParts],
    ],
    ["Dec 31, 2024", (d) => `${months[d.getUTCMonth()]} ${D(d)}, ${Y(d)}`, "Mon D Y", dayParts],
    ["31-Dec-2024", (d) => `${D(d)}-${months[d.getUTCMonth()]}-${Y(d)}`, "D Mon Y", dayParts],
    ["RFC 2822", (d) => d.toUTCString(), "D Mon Y", ["hour", ...dayParts]],
    ["2024-12", (d) => `${Y(d)}-${M(d)}`, "Y-M", ["month"]],
    ["15:30", (d) => `${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}`, "h:m", ["hour"]],
    ["with 1 % of others", (d, n) => (n % 100 === 0 ? "soon" : `${D(d)}.${M(d)}.${Y(d)}`), "D.M.Y", dayParts],
  ])("%s", (_, write, format, parts) => {
    expect(columnOf(days.map(write))).toEqual({ kind: "date", format, parts });
  });

  it("of seconds or milliseconds since 1970 has the name of a date", () => {
    const seconds = days.map((date) => date.getTime() / 1000);
    expect(columnOf(seconds, "created_at")).toMatchObject({ kind: "date", format: "epoch s" });
    expect(columnOf(seconds.map(String), "Timestamp")).toMatchObject({ kind: "date", format: "epoch s" });
    expect(columnOf(days.map(Number), "eventTime")).toMatchObject({ kind: "date", format: "epoch ms" });
    expect(
      columnOf(
        days.map((d) => Number(`${Y(d)}${M(d)}${D(d)}`)),
        "date",
      ),
    ).toMatchObject({ format: "YMD" });
    expect(columnOf(seconds, "x").kind).toBe("number");
  });

  it("without a day over 12 is read in the usual order, with a note", () => {
    const values = times(50, () => `${pad(1 + below(12))}/${pad(1 + below(12))}/2024`);
    expect(columnOf(values)).toMatchObject({ format: "M/D/Y" });
    expect(notesOf(values)[0]).toMatch(/is read as M\/D\/Y, not D\/M\/Y; no value decides$/);
    const decided = days.map((d) => `${D(d)}/${M(d)}/${Y(d)}`).slice(0, 50);
    const { columns } = infer(
      new Map([
        ["a", values],
        ["b", decided],
      ]),
    );
    expect(columns[0]).toMatchObject({ format: "D/M/Y" });
  });

  it("of 1 January of every year is a year, which is its level", () => {
    const values = days.map((date) => `${Y(date)}-01-01`);
    expect(columnOf(values)).toEqual({ kind: "date", format: "Y-M-D", parts: [], level: true });
  });

  it("keeps its level only where it is requested as a number", () => {
    const values = days.map((date) => date.toISOString());
    expect(notesOf(values)).toEqual([
      'column "x" is a date, learned by its hour, weekday and month, not by the moment itself',
    ]);
    expect(columnOf(values, "x", { kinds: { x: "number" } })).toMatchObject({ kind: "date", level: true });
  });
});

describe("a column of other values", () => {
  const words = "the quick brown fox jumps over lazy dog and then sleeps under a tree".split(" ");
  const sentence = () => times(8, () => words[below(words.length)]).join(" ");
  const hex = (length: number) => times(length, () => below(16).toString(16)).join("");

  it.each<[string, (n: number) => unknown, object, string?]>([
    ["0/1 is an indicator, 1 first", (n) => String((n + 1) % 2), { kind: "indicator" }],
    ["true/false", (n) => n % 2 === 0, { kind: "indicator" }],
    ["TRUE/FALSE", (n) => (n % 2 === 0 ? "TRUE" : "FALSE"), { kind: "indicator" }],
    ["yes/no with NA", (n) => ["Yes", "No", "NA"][n % 3], { kind: "indicator" }],
    ["y/n", (n) => "yn"[n % 2], { kind: "indicator" }],
    ["t/f", (n) => "TF"[n % 2], { kind: "indicator" }],
    ["male/female is a category", (n) => ["male", "female"][n % 2], { kind: "category" }],
    ["y/t are no pair", (n) => "yt"[n % 2], { kind: "category" }],
    ["0/1/2 are numbers", (n) => String(n % 3), { kind: "number" }],
    ["free text", sentence, { kind: "text" }],
    [
      "Chinese text",
      () => times(9, () => "我们今天去北京看长城吧".charAt(below(11))).join(""),
      { kind: "text" },
    ],
    [
      "long categories that repeat",
      (n) => ["less than one year", "one to two years", "more than two years"][n % 3],
      { kind: "category" },
    ],
    [
      "URLs whose parts repeat",
      (n) => `https://example.com/${["shop", "blog", "help"][n % 3]}/${hex(8)}`,
      { kind: "text" },
    ],
    ["paths", () => `/home/${words[below(5)]}/${hex(6)}.txt`, { kind: "text" }],
    [
      "e-mail addresses",
      () => `${hex(6)}@${["gmail.com", "web.de", "example.org"][below(3)]}`,
      { kind: "text" },
    ],
    ["IP addresses of few networks", () => `10.${below(4)}.${below(256)}.${below(256)}`, { kind: "text" }],
    [
      "unique ids",
      () => `u${hex(12)}`,
      { kind: "ignored", because: "an identifier: 300 different values in 300 rows" },
    ],
    [
      "UUIDs",
      () => [8, 4, 4, 4, 12].map(hex).join("-"),
      { kind: "ignored", because: "an identifier: 300 different values in 300 rows" },
    ],
    [
      "ids with one prefix",
      (n) => `user-${n * 7919}`,
      { kind: "ignored", because: "an identifier: 300 different values in 300 rows" },
    ],
    [
      "whole numbers called id",
      (n) => ((n * 7919) % 10007) * 31,
      { kind: "ignored", because: "an identifier: 300 different values in 300 rows" },
      "customer_id",
    ],
    ["whole numbers not called id", (n) => ((n * 7919) % 10007) * 31, { kind: "number" }],
    ["a row number", (n) => n + 1, { kind: "ignored", because: "counts the rows: 1, 2, …" }, "n"],
    [
      "a row number with gaps",
      (n) => 1000 + 3 * n + (n % 2),
      { kind: "ignored", because: "counts the rows: 1000, 1004, …" },
      "n",
    ],
    ["a quantity that grows", (n) => 1e6 + n * 1e5 + (n % 7), { kind: "number" }],
    [
      "a row number with zeros",
      (n) => String(n + 1).padStart(4, "0"),
      { kind: "ignored", because: "counts the rows: 1, 2, …" },
    ],
    ["postcodes", (n) => String((n % 40) * 100).padStart(5, "0"), { kind: "category" }],
    ["nothing", () => "", { kind: "ignored", because: "no value in any row" }],
    ["nothing but NA", (n) => ["NA", "", "null"][n % 3], { kind: "category" }],
    ["tags", (n) => (n % 4 === 0 ? [] : times(n % 4, () => words[below(9)])), { kind: "tokens" }],
    [
      "tags in one text",
      () => [...new Set(times(1 + below(4), () => words[below(9)]))].sort().join("|"),
      { kind: "tokens", separator: "|" },
    ],
  ])("%s", (_, make, expected, name = "x") => {
    expect(columnOf(times(300, make), name)).toEqual(expected);
  });

  it("hashes the words of a text if they are many", () => {
    expect(columnOf(times(300, () => times(9, () => hex(5)).join(" and ")))).toEqual({
      kind: "text",
      hash: 18,
    });
  });

  it("is never ignored as the target", () => {
    expect(
      columnOf(
        times(300, (n) => n + 1),
        "x",
        { target: "x" },
      ).kind,
    ).toBe("number");
    expect(
      columnOf(
        times(300, (n) => `u${n * 7919}`),
        "x",
        { target: "x" },
      ).kind,
    ).toBe("category");
  });

  it("that counts is a number if nothing else is left to learn from", () => {
    const { columns } = infer(
      new Map([
        ["year", times(120, (n) => 1900 + n)],
        ["y", anyNumbers.slice(0, 120)],
      ]),
      { target: "y" },
    );
    expect(columns.map(({ kind }) => kind)).toEqual(["number", "number"]);
  });

  it("is of the kind that is requested", () => {
    const values = anyNumbers.map((x, n) => (n % 3 === 0 ? "low" : euro(x)));
    expect(columnOf(values, "x", { kinds: { x: "number" } })).toEqual({ kind: "number", decimal: "," });
    expect(columnOf(values, "x", { kinds: { x: "category" } })).toEqual({ kind: "category" });
    expect(columnOf(values, "x", { kinds: { x: "ignored" } })).toEqual({
      kind: "ignored",
      because: "as requested",
    });
    expect(() => infer(new Map([["price", values]]), { kinds: { prise: "number" } })).toThrow(
      'kinds: there is no column "prise"; did you mean "price"?',
    );
  });

  it("counts further texts as missing", () => {
    const values = anyNumbers.map((x, n) => (n % 3 === 0 ? "none given" : String(x)));
    expect(infer(new Map([["x", values]]), { missing: ["none given"] })).toEqual({
      columns: [{ name: "x", kind: "number" }],
      missing: ["none given"],
    });
  });
});

describe("records", () => {
  it("are flattened: objects by names, lists of numbers of one length by positions", () => {
    const records = times(50, (n) => ({
      user: { age: 20 + (n % 7), city: "AB"[n % 2] },
      tags: ["a", "b"].slice(n % 2),
      point: [below(100), below(100) / 8],
      history: times(n % 5, () => below(9)),
      at: new Date(Date.UTC(2024, n % 12, 1 + (n % 28))),
    }));
    expect(infer(records).columns.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      "user.age: number",
      "user.city: category",
      "tags: tokens",
      "point.0: number",
      "point.1: number",
      "history: ignored",
      "at: date",
    ]);
  });

  it("that lack a column have no value in it", () => {
    const { columns } = look([{ a: 1.5 }, {}, { a: 2.5, b: "x" }]);
    expect(columns.map(({ name, missing, rows }) => [name, missing, rows])).toEqual([
      ["a", 1, 3],
      ["b", 2, 3],
    ]);
  });

  it("are looked at up to 1,000, or as many as requested", () => {
    const records = times(3000, (n) => ({ a: n < 2000 ? n % 2 : "later" }));
    expect(infer(records).columns).toEqual([{ name: "a", kind: "indicator" }]);
    expect(infer(records, { sample: 3000 }).columns).toEqual([{ name: "a", kind: "category" }]);
  });

  it("may come from an iterator, of which no more are taken", () => {
    let taken = 0;
    function* records() {
      for (;;) yield { a: taken++ / 8 };
    }
    expect(infer(records(), { sample: 50 }).columns).toEqual([{ name: "a", kind: "number" }]);
    expect(taken).toBe(50);
  });

  it("must be objects", () => {
    expect(() => infer([5])).toThrow("a record must be an object, got 5");
    const circle: { self?: object } = {};
    circle.self = circle;
    expect(() => infer([circle])).toThrow(/nested deeper than 100 levels$/);
  });
});

describe("the facts of a column", () => {
  it("are what it is, why, and what it holds", () => {
    const { columns } = look({
      price: ["$1", "$3", "", "$2", "$2"],
      day: ["2024-02-01", "2024-01-01", "2024-03-01", "NA", "2024-01-01"],
      color: ["red", "blue", "red", "", "green"],
    });
    expect(columns).toEqual([
      {
        name: "price",
        kind: "number",
        why: "all values are numbers",
        rows: 5,
        missing: 1,
        distinct: 3,
        smallest: 1,
        largest: 3,
        examples: ["$1", "$3", "$2"],
      },
      {
        name: "day",
        kind: "date",
        why: "100 % of the values are dates",
        rows: 5,
        missing: 1,
        distinct: 3,
        smallest: "2024-01-01T00:00:00.000Z",
        largest: "2024-03-01T00:00:00.000Z",
        examples: ["2024-02-01", "2024-01-01", "2024-03-01"],
      },
      {
        name: "color",
        kind: "category",
        why: "3 different values",
        rows: 5,
        missing: 1,
        distinct: 3,
        commonest: { value: "red", rows: 2 },
        examples: ["red", "blue", "green"],
      },
    ]);
  });
});

describe("a target", () => {
  const targetOf = (values: readonly unknown[], options: InferOptions = {}) =>
    look(
      new Map([
        ["x", anyNumbers.slice(0, values.length)],
        ["y", values],
      ]),
      { target: "y", ...options },
    ).target;

  it.each<[string, readonly unknown[], object]>([
    ["0/1", times(30, (n) => String(n % 2)), { task: "binary", positive: "1" }],
    ["numbers 0/1", times(30, (n) => n % 2), { task: "binary", positive: 1 }],
    ["booleans", times(30, (n) => n % 2 === 0), { task: "binary", positive: true }],
    ["-1/+1", times(30, (n) => (n % 2 === 0 ? "-1" : "+1")), { task: "binary", positive: 1 }],
    ["yes/no", times(30, (n) => (n % 3 === 0 ? "no" : "yes")), { task: "binary", positive: "yes" }],
    ["the rarer", times(30, (n) => (n % 3 === 0 ? "spam" : "ham")), { task: "binary", positive: "spam" }],
    ["2/4", times(30, (n) => (n % 3 === 0 ? 4 : 2)), { task: "binary", positive: 4 }],
    ["three texts", times(30, (n) => "abc"[n % 3]), { task: "multiclass" }],
    ["1 … 7", times(70, (n) => 1 + (n % 7)), { task: "multiclass" }],
    ["0 … 19", times(100, (n) => n % 20), { task: "multiclass" }],
    ["0 … 20", times(100, (n) => n % 21), { task: "regression" }],
    ["few prices", times(100, (n) => 1000 * (n % 5)), { task: "regression" }],
    ["halves", times(100, (n) => (n % 5) / 2), { task: "regression" }],
    ["numbers", anyNumbers, { task: "regression" }],
  ])("of %s", (_, values, expected) => {
    const { name, because, ...target } = targetOf(values)!;
    expect(target).toEqual(expected);
    expect(name).toBe("y");
    expect(because).not.toBe("");
  });

  it("has the positive class that is requested", () => {
    const values = times(30, (n) => (n % 3 === 0 ? "spam" : "ham"));
    expect(targetOf(values, { positive: "ham" })!.positive).toBe("ham");
    expect(() => targetOf(values, { positive: "hum" })).toThrow(
      'positive: there is no class "hum"; one of spam, ham',
    );
  });

  it("is suggested where none is named: one of a usual name, else the last column", () => {
    const values = times(30, (n) => "ab"[n % 2]);
    expect(look({ label: values, x: anyNumbers.slice(0, 30) }).target?.name).toBe("label");
    expect(look({ x: anyNumbers.slice(0, 30), z: values }).target?.name).toBe("z");
    expect(look({ x: anyNumbers.slice(0, 30), z: values }).schema.target).toBeUndefined();
    expect(() => look({ x: values }, { target: "q" })).toThrow('target: there is no column "q"');
  });
});
