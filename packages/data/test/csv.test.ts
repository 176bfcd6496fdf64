import { describe, expect, it } from "vitest";
import { keep, open, type TableReader } from "../src/index.ts";
import { errorOf, everything, fileOf, openText, pieces, rowsOf } from "./reading.ts";

describe("CSV", () => {
  it("reads numbers as numbers and the rest as text", async () => {
    expect(await rowsOf("age,job\n56,housemaid\n57,services\n")).toEqual([
      { age: 56, job: "housemaid" },
      { age: 57, job: "services" },
    ]);
  });

  it.each([
    ["a,b\n1,2\n3,4\n"],
    ["a;b\n1;2\n3;4\n"],
    ["a\tb\n1\t2\n3\t4\n"],
    ["a|b\n1|2\n3|4\n"],
    ["a b\n1 2\n3 4\n"],
    ["a   b\n 1    2  \n3  \t 4 \n"],
    ["a, b\n1, 2\n3, 4\n"],
    ["a,b\r\n1,2\r\n3,4\r\n"],
    ["a,b\r\n1,2\r\n3,4"],
    ["\ufeffa,b\n1,2\n3,4\n"],
    ["a,b,\n1,2,\n3,4,\n"],
    ["a,b\n1,2,\n3,4,\n"],
    ['"a";"b"\n"1";2\n3;"4"\n'],
    ["\n\na,b\n\n1,2\n  \n3,4\n\n"],
  ])("reads %j as two columns and two rows", async (text) => {
    expect(await rowsOf(text)).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ]);
  });

  it("prefers the semicolon where the comma is a decimal mark or part of a text", async () => {
    expect(await rowsOf("a;b\nx,y;1\nz;2\n")).toEqual([
      { a: "x,y", b: 1 },
      { a: "z", b: 2 },
    ]);
  });

  it("calls the columns of a text without header c1, c2, …", async () => {
    expect(await rowsOf("1,x\n2,y\n")).toEqual([
      { c1: 1, c2: "x" },
      { c1: 2, c2: "y" },
    ]);
  });

  it("takes a first row of texts for data when its values come again", async () => {
    expect(await rowsOf("p,x\ne,x\np,b\n")).toHaveLength(3);
    expect(await rowsOf("kind,shape\ne,x\np,b\ne,b\n")).toHaveLength(3);
  });

  it("believes the caller about the header", async () => {
    expect(await rowsOf("1,2\n3,4\n", { header: true })).toEqual([{ 1: 3, 2: 4 }]);
    expect(await rowsOf("a,b\n3,4\n", { header: false, categorical: ["1", "2"] })).toHaveLength(2);
  });

  it("numbers names that repeat and names the nameless", async () => {
    expect(await rowsOf("a,a,,a_2\n1,2,3,4\n")).toEqual([{ a: 1, a_3: 2, c3: 3, a_2: 4 }]);
  });

  it("reads quoted delimiters, quotes and newlines, and trims blanks around but not inside quotes", async () => {
    const text = 'n,t\n1,"a,b"\n2,"say ""hi"""\n3,"two\nlines"\n4,  plain  \n5,  " kept " \n6,5" pipe\n';
    expect((await rowsOf(text)).map((row) => (row as { t: string }).t)).toEqual([
      "a,b",
      'say "hi"',
      "two\nlines",
      "plain",
      " kept ",
      '5" pipe',
    ]);
  });

  it("knows the line of every row, whatever lines lie between", async () => {
    const reader = await openText('n,t\n1,"a\nb"\n\n2,x\n3,"c""\n"\n4,y\n');
    const lines: number[] = [];
    for await (const block of reader.blocks()) lines.push(...block.lines);
    expect(lines).toEqual([2, 5, 6, 8]);
  });

  it("takes numbers named so for missing, as they are written", async () => {
    const text = 'a,b,c,d\n-999,0.0,true,x\n-999.0,0,false,0.0\n"-999","1",true,\n 5 , 0.0 ,false,x\n';
    expect(await rowsOf(text, { missing: ["-999", "0.0"] })).toEqual([
      { a: null, b: null, c: true, d: "x" },
      { a: -999, b: 0, c: false, d: null },
      { a: null, b: 1, c: true, d: null },
      { a: 5, b: null, c: false, d: "x" },
    ]);
    const { error } = await everything(openText(`a,b\n${"1,2\n".repeat(2000)}1,n/a\n`, { missing: ["7"] }));
    expect(error).toMatch(/^t:2002: column "b": expected a number, got "n\/a"/);
  });

  it("takes an empty field, and the texts named so, for missing", async () => {
    expect(await rowsOf("a,b\n1,x\n,y\nNA,\n3,NA\n", { missing: ["NA"] })).toEqual([
      { a: 1, b: "x" },
      { a: null, b: "y" },
      { a: null, b: null },
      { a: 3, b: null },
    ]);
  });

  it("tells booleans and dates, and delivers them as numbers in blocks", async () => {
    const text = "ok,day,n\ntrue,2024-05-31,1\nFALSE,1970-01-01T00:00:01Z,2\n,,3\n";
    expect(await rowsOf(text)).toEqual([
      { ok: true, day: new Date("2024-05-31T00:00:00Z"), n: 1 },
      { ok: false, day: new Date(1000), n: 2 },
      { ok: null, day: null, n: 3 },
    ]);
    const reader = await openText(text);
    for await (const block of reader.blocks()) {
      expect([...block.numbers]).toEqual([1, 1717113600000, 1, 0, 1000, 2, Number.NaN, Number.NaN, 3]);
    }
  });

  it("says which columns hold only 0 and 1, only whole numbers, and how many values it saw", async () => {
    const { columns } = await openText("a,b,c,d\n0,1.5,7,x\n1,2,8,y\n1,2,8,x\n");
    expect(columns.map(({ binary, integer, distinct }) => [binary, integer, distinct])).toEqual([
      [true, true, 2],
      [false, false, 2],
      [false, true, 2],
      [false, false, 2],
    ]);
  });

  it("lets the caller overrule a column's kind, by name or by place", async () => {
    const text = "zip,n,d\n02134,1,x\n10001,2,y\n";
    expect(await rowsOf(text, { categorical: ["zip"], ignore: ["-1"] })).toEqual([
      { zip: "02134", n: 1 },
      { zip: "10001", n: 2 },
    ]);
    expect(await errorOf(text, { numeric: ["d"] })).toBe(
      't:2: column "d": expected a number, got "x"; name it in --missing',
    );
    expect(await errorOf(text, { ignore: ["zpi"] })).toBe('t: unknown column "zpi"; did you mean "zip"?');
  });

  it("reports a value that contradicts its column with file, line, column, value and a way out", async () => {
    const text = `age,b\n${"1,2\n".repeat(2000)}n/a,3\n`;
    expect(await errorOf(text)).toBe(
      't:2002: column "age": expected a number, got "n/a"; name it in --categorical or --missing',
    );
  });

  it("delivers the rows before a bad one", async () => {
    const { rows, error } = await everything(openText("a\n1\n2\n3\n4\n5\n6\n7\n8\n9\nx\n10\n11\n"));
    expect(error).toBe('t:11: column "a": expected a number, got "x"; name it in --categorical or --missing');
    expect(rows).toHaveLength(9);
  });

  it("leaves bad rows out and counts them when told to skip", async () => {
    const good = "1,true,x\n".repeat(30);
    const bad = '1,true\n1,true,x,y\nz,true,x\n1,maybe,x\n1,true,"x"y\n1,true,\xff\n1e999,true,x\n';
    const text = Buffer.from(`a,b,c\n${good}${bad}2,false,y\n1,true,"open\n3,false,z\n`, "latin1");
    const reader = await openText(text, { onError: "skip" });
    let rows = 0;
    for await (const block of reader.blocks()) rows += block.rows;
    expect([rows, reader.skipped.count]).toEqual([32, 8]);
    expect(reader.skipped.reasons.map(({ message }) => message)).toEqual([
      "t:32: expected 3 fields, got 2; is the row cut off?",
      "t:33: expected 3 fields, got 4; quote a field with the delimiter in it",
      't:34: column "a": expected a number, got "z"; name it in --categorical or --missing',
      't:35: column "b": expected true or false, got "maybe"; name it in --categorical or --missing',
      't:36: text after a closing quote; write a quote inside quotes as ""',
      't:37: column "c": the text is not UTF-8; save the file as UTF-8',
      't:38: column "a": "1e999" is too large for a number; correct it or name it in --missing',
      "t:40: a quote is opened and never closed",
    ]);
  });

  it.each([
    ["", "t: the file is empty"],
    ["\n \n", "t: the file has only blank lines"],
    ["name,other\n", "t: has a header but no rows; is it the right file?"],
    ["a,b\n1,2\n3\n", "t:3: expected 2 fields, got 1; is the row cut off?"],
    ["a,b\n1,2\n3,4,5\n", "t:3: expected 2 fields, got 3; quote a field with the delimiter in it"],
    ['a,b\n1,2\n"3,4\n', "t:3: a quote is opened and never closed"],
    [
      "a,b\n1,2\n3,1e999\n",
      't:3: column "b": "1e999" is too large for a number; correct it or name it in --missing',
    ],
    ["\xff\xfea\0,\0b\0\n\0", "t:1: the text is UTF-16; save it as UTF-8"],
    ["a,b\nx,2\n\xff,3\n", 't:3: column "a": the text is not UTF-8; save the file as UTF-8'],
  ])("says of %j: %s", async (text, message) => {
    expect(await errorOf(Buffer.from(text, "latin1"))).toBe(message);
  });

  it("gives texts codes that stay, until a new dictionary takes over", async () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => `id${i},${i % 3 === 0 ? "x" : "y"}\n`).join("");
    const reader = await openText(`id,t\n${rows}`);
    const dictionaries = new Set<unknown>();
    let [n, largest] = [0, 0];
    for await (const block of reader.blocks()) {
      const [ids, kinds] = block.dictionaries;
      dictionaries.add(ids);
      expect(block.codes[1]).toBe(n % 3 === 0 ? kinds.values.indexOf("x") : kinds.values.indexOf("y"));
      expect(ids.values[block.codes[0]]).toBe(`id${n}`);
      n += block.rows;
      largest = Math.max(largest, ids.values.length);
    }
    expect(n).toBe(200_000);
    expect(dictionaries.size).toBeGreaterThan(1);
    expect(largest).toBeLessThan(80_000);
  });

  it("reads several files as one and requires the same columns", async () => {
    const one = fileOf("one.csv", "a,b\n1,x\n");
    const two = fileOf("two.csv", "a;b\n2;y\n");
    const three = fileOf("three.csv", "a,c\n3,y\n");
    expect((await everything(open([one, two]))).rows).toEqual([
      { a: 1, b: "x" },
      { a: 2, b: "y" },
    ]);
    expect((await everything(open([one, three]))).error).toBe(
      `${three}:1: column 2 is "c", in the first file "b"`,
    );
  });

  it("keeps a block that is to last", async () => {
    const reader = await openText(`a,b\n${"1,x\n".repeat(5000)}${"2,y\n".repeat(5000)}`);
    const blocks = [];
    for await (const block of reader.blocks()) blocks.push(keep(block));
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.flatMap((block) => [...block.numbers]).reduce((a, b) => a + b)).toBe(15_000);
  });

  it("delivers the rows that have come when the stream falls silent", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* slowly() {
      yield Buffer.from("a,b\n1,2\n3,");
      await held;
      yield Buffer.from("4\n");
    }
    const reader = (await open(slowly(), { format: "csv", patience: 5 })) as TableReader;
    const records = reader.records();
    expect((await records.next()).value).toEqual({ a: 1, b: 2 });
    expect(reader.where()).toEqual({ file: "stream", line: 2 });
    release();
    expect((await records.next()).value).toEqual({ a: 3, b: 4 });
    expect((await records.next()).done).toBe(true);
  });

  it("reads a row longer than its window", async () => {
    const long = "x".repeat(3_000_000);
    const rows = await everything(open(pieces(`a,b\n1,"${long}\n"\n2,y\n`, 65_536), { format: "csv" }));
    expect(rows.error).toBeUndefined();
    expect(rows.rows.map((row) => (row as { b: string }).b.length)).toEqual([3_000_001, 1]);
  });
});
