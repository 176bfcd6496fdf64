import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, describe, expect, it } from "vitest";
import { open, query, type TableReader } from "../src/index.ts";
import { settle } from "../src/options.ts";
import { openParquet } from "../src/parquet/open-parquet.ts";
import { isPlain, run, written } from "./parquet-files.ts";
import { everything, fileOf } from "./reading.ts";

beforeAll(() => run(everyType));

/** Every type that is read here, with and without missing values, few and many different ones, small and extreme. */
const everyType = `create table every as select
  i::integer as int, (-i)::smallint as short, (i % 200)::utinyint as byte, (i::uinteger + 4294960000::uinteger) as unsigned,
  i::bigint * 1801439850948199 as long, (18446744073709551615::ubigint - i::ubigint) as "unsigned long",
  i / 7 as double, (i / 3)::float as float, if(i % 9 = 0, 'nan'::double, -i / 8) as "not a number",
  if(i % 7 = 0, null, i / 8) as "some double", if(i < 3000, null, i)::integer as "late int", null::double as "no double",
  if(i % 2 = 0, 'even', 'odd') as text, if(i % 5 = 0, null, 'é' || i) as "some text", if(i % 3 = 0, '', 'x') as "empty text",
  i % 3 = 0 as truth, if(i % 4 = 0, null, i % 3 = 0) as "some truth", true as "all true", null::varchar as "no text",
  date '1990-01-02' - i::integer * 10 as date, if(i % 2 = 0, null, 'infinity'::date) as "no date",
  timestamp '1969-12-31 23:59:59.9995' + interval (i - 2500) second as us,
  (timestamp '1969-12-31 23:59:59.9995' + interval (i - 2500) minute)::timestamp_ms as ms,
  (timestamp '1969-12-31 23:59:59.9995' - interval (i) hour)::timestamp_ns as ns,
  if(i % 6 = 0, 'infinity'::timestamp, timestamp '2400-01-01 00:00:00.123999' + interval (i) day) as far,
  (i * 1.37)::decimal(9, 2) as decimal, if(i = 2, null, (i * 1.37 - 999)::decimal(18, 4)) as "long decimal",
  (12345678901234567.8 - i)::decimal(18, 1) as "longest decimal", (i % 3)::double as "three doubles"
  from range(5000) as r(i)`;

/** All rows, and the columns, of the file as it is read and as DuckDB reads it. */
async function bothWays(path: string) {
  const read = async (opening: ReturnType<typeof open>) => {
    const reader = (await opening) as TableReader;
    const { columns } = reader;
    return { columns, ...(await everything(Promise.resolve(reader))) };
  };
  return [await read(open(path)), await read(query(`select * from '${path}'`))] as const;
}

describe("plain Parquet", () => {
  it.each([
    ["snappy", ", compression snappy"],
    ["no compression", ", compression uncompressed"],
    ["small row groups", ", compression snappy, row_group_size 2048"],
    ["dictionaries of any size", ", dictionary_size_limit 100000"],
  ])("has the columns and values that DuckDB finds in it, with %s", async (_, options) => {
    const path = await written("from every", options);
    expect(isPlain(path)).toBe(true);
    const [here, there] = await bothWays(path);
    expect(here.error).toBeUndefined();
    expect(here.rows).toHaveLength(5000);
    expect(here).toEqual(there);
  });

  it.each([
    ["gzip", "from every", ", compression gzip"],
    ["zstd", "from every", ", compression zstd"],
    ["other encodings", "from every", ", parquet_version v2"],
    ["times with a zone", "select timestamptz '2024-01-01 00:00:00+02' as a", ""],
    ["times of day", "select time '12:00' as a", ""],
    ["decimals of sixteen bytes", "select 1::decimal(30, 5) as a", ""],
    ["identifiers", "select '0a0b0c0d-0000-0000-0000-000000000000'::uuid as a", ""],
  ])("leaves %s to DuckDB", async (_, sql, options) => {
    const path = await written(sql, options);
    expect(isPlain(path)).toBe(false);
    const [here, there] = await bothWays(path);
    expect(here).toEqual(there);
  });

  it("leaves columns in columns to DuckDB, which says what they are", async () => {
    const path = await written("select [1] as l, {a: 1} as s");
    expect(isPlain(path)).toBe(false);
    expect((await everything(open(path))).error).toMatch(/column "l": has the type INTEGER\[\]/);
  });

  it("may have one column, one row, or none", async () => {
    const one = await written("select 7 as a");
    expect((await everything(open(one))).rows).toEqual([{ a: 7 }]);
    const none = await written("select 7 as a where false");
    expect((await everything(open(none))).error).toBe(`${none}: has no rows`);
  });

  it("has no dates that a Date cannot hold: they are missing", async () => {
    const day =
      "if(i = 1, '5881580-07-10', if(i = 2, '5877642-06-25 (BC)', if(i = 3, '275760-09-13', '275760-09-14')))::date";
    const time =
      "if(i = 1, '290000-01-01', if(i = 2, '290000-01-01 (BC)', if(i = 3, '275760-09-13', 'infinity')))::timestamp";
    const path = await written(`select ${day} as d, ${time} as t from range(1, 5) as r(i)`);
    expect(isPlain(path)).toBe(true);
    const [here, there] = await bothWays(path);
    const [none, last] = [{ d: null, t: null }, new Date(8.64e15)];
    expect(here.rows).toEqual([none, none, { d: last, t: last }, none]);
    expect(here).toEqual(there);
  });

  it("gives others a turn after every block", async () => {
    const reader = (await open(await written("select i as a from range(20000) as r(i)"))) as TableReader;
    let [turns, blocks] = [0, 0];
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for await (const _ of reader.blocks()) blocks++;
    clearImmediate(next);
    expect(blocks).toBeGreaterThan(4);
    expect(turns).toBeGreaterThanOrEqual(blocks - 1);
  });

  it("has texts of any length", async () => {
    const path = await written("select repeat('ab', i * 50000) || i as a from range(4) as r(i)");
    const { rows } = await everything(open(path));
    expect(rows).toEqual([0, 1, 2, 3].map((i) => ({ a: "ab".repeat(i * 50_000) + i })));
  });

  it("may have columns left out, missing texts, and texts that are numbers or dates", async () => {
    const path = await written(
      "from (values ('1', 'x', '2024-01-01', 1), ('?', '?', null, 2)) as v(a, b, c, d)",
    );
    const options = { numeric: ["a"], date: ["c"], ignore: ["d"], missing: ["?"] };
    expect(openParquet([path], settle(options))).toBeDefined();
    expect((await everything(open(path, options))).rows).toEqual([
      { a: 1, b: "x", c: new Date("2024-01-01") },
      { a: null, b: null, c: null },
    ]);
    expect((await everything(open(path, { categorical: ["d"] }))).rows[0]).toHaveProperty("d", "1");
  });

  it("does not take infinity, nor texts that are no numbers: the row is told, or left out", async () => {
    const path = await written(
      "select if(i = 3, 'inf'::double, i) as a, if(i = 1, 'x', i::varchar) as b from range(5) as r(i)",
    );
    expect((await everything(open(path))).error).toBe(
      `${path}:4: column "a": expected a finite number, got Infinity`,
    );
    const { rows, error } = await everything(open(path, { numeric: ["b"] }));
    expect([rows, error]).toEqual([
      [{ a: 0, b: 0 }],
      `${path}:2: column "b": expected a number, got "x"; name it in --missing`,
    ]);
    expect(await everything(open(path, { numeric: ["b"], onError: "skip" }))).toEqual({
      rows: [0, 2, 4].map((a) => ({ a, b: a })),
      skipped: 2,
    });
  });

  it("does not take infinity further down either, be it in a dictionary", async () => {
    const path = await written(
      "select if(i = 3000, 'inf'::double, i / 7) as a, if(i = 2500, '-inf'::double, i % 3) as b, i as c from range(5000) as r(i)",
    );
    const { rows, error } = await everything(open(path));
    expect(rows).toHaveLength(2500);
    expect(error).toBe(`${path}:2501: column "b": expected a finite number, got -Infinity`);
    const skipping = await everything(open(path, { onError: "skip" }));
    expect(skipping.skipped).toBe(2);
    expect(skipping.rows.map((row) => (row as { c: number }).c)).toEqual(
      Array.from({ length: 5000 }, (_, i) => i).filter((i) => i !== 2500 && i !== 3000),
    );
  });

  it("goes on with the next file where the one before stopped in the middle of nothing", async () => {
    const sql = (from: number) =>
      `select i / 7 as a, i % 3 as b, if(i % 1500 = 0, null, i) as c from range(${from}, ${from + 3000}) as r(i)`;
    const paths = [await written(sql(0)), await written(sql(3000))];
    const there = await everything(query(sql(0)));
    const more = await everything(query(sql(3000)));
    expect((await everything(open(paths))).rows).toEqual([...there.rows, ...more.rows]);
  });

  it("is read file after file when all have the same columns", async () => {
    const paths = [
      await written("select 1 as a"),
      await written("select 1 as a where false"),
      await written("select 2 as a"),
    ];
    const reader = (await open(paths)) as TableReader;
    const rows: unknown[] = [];
    for await (const row of reader.records()) rows.push([row, reader.where().file]);
    expect(rows).toEqual([
      [{ a: 1 }, paths[0]],
      [{ a: 2 }, paths[2]],
    ]);
    const other = await written("select 3.5::double as a");
    expect((await everything(open([paths[0], other]))).rows).toHaveLength(2);
  });

  it("is not read where a file behind it is of another kind", async () => {
    const csv = fileOf("behind.csv", "a,b\n1,2\n");
    await expect(open([await written("select 1 as a"), csv])).rejects.toThrow(
      `${csv}: looks like csv, the first file like parquet`,
    );
  });

  it.each([
    ["SNAPPY", 1000],
    ["SNAPPY", 1 << 20],
    ["UNCOMPRESSED", 1000],
  ] as const)(
    "may have pages of version 2, and truths in runs, packed by %s, of %i bytes",
    async (codec, pageSize) => {
      const numbers = Array.from({ length: 3000 }, (_, i) => i);
      const some = <T>(values: T[]) => values.map((value, i) => (i % 5 === 0 || i > 2500 ? null : value));
      const doubles = numbers.map((i) => Math.sin(i));
      const longs = numbers.map((i) => BigInt(i) * -1_801_439_850_948_199n);
      const texts = numbers.map((i) => `text ${i % 40}`);
      const truths = numbers.map((i) => i % 100 < 50);
      const columnData = [
        { name: "double", data: doubles, type: "DOUBLE", nullable: false },
        { name: "some double", data: some(doubles), type: "DOUBLE" },
        { name: "float", data: numbers.map((i) => i / 8), type: "FLOAT", nullable: false },
        { name: "int", data: numbers, type: "INT32", encoding: "PLAIN" },
        { name: "long", data: longs, type: "INT64", encoding: "PLAIN" },
        { name: "text", data: texts, type: "STRING", nullable: false },
        { name: "plain text", data: some(texts), type: "STRING", encoding: "PLAIN" },
        { name: "truth", data: truths, type: "BOOLEAN", nullable: false },
        { name: "some truth", data: some(truths), type: "BOOLEAN" },
        { name: "nothing", data: some(numbers).map(() => null), type: "DOUBLE" },
      ] as Parameters<typeof parquetWriteBuffer>[0]["columnData"];
      const content = parquetWriteBuffer({ columnData, codec, pageSize, rowGroupSize: [1000, 700] });
      const path = fileOf(`v2-${codec}-${pageSize}.parquet`, new Uint8Array(content));
      expect(isPlain(path)).toBe(true);
      const [here, there] = await bothWays(path);
      expect(here.error).toBeUndefined();
      expect(here).toEqual(there);
    },
  );
});

describe("a page of a million rows", () => {
  const group = ", row_group_size 1000000, compression";

  it.each(["snappy", "uncompressed"])("is read right to its end, packed by %s", async (codec) => {
    const path = await written(
      "select i / 3 as a, i::integer as b, if(i % 7 = 0, null, i / 1024) as c, i % 1000 as e, " +
        "if(i % 5 = 0, null, 'text ' || i % 99991) as d from range(1000000) as r(i)",
      `${group} ${codec}`,
    );
    const reader = (await open(path)) as TableReader;
    let [row, wrong] = [0, 0];
    for await (const { rows, numbers, codes, dictionaries } of reader.blocks()) {
      for (let i = 0; i < rows; i++, row++) {
        const [a, b, c, e] = numbers.subarray(i * 4, i * 4 + 4);
        const right = a === row / 3 && b === row && e === row % 1000;
        const someRight = row % 7 === 0 ? Number.isNaN(c) : c === row / 1024;
        const text = row % 5 === 0 ? undefined : `text ${row % 99_991}`;
        if (!right || !someRight || dictionaries[0].values[codes[i]] !== text) wrong++;
      }
    }
    expect([row, wrong]).toEqual([1_000_000, 0]);
  });

  it("takes memory that is a small part of it", async () => {
    const columns = Array.from({ length: 8 }, (_, i) => `i / ${i + 3} as x${i}`).join(", ");
    const path = await written(`select ${columns} from range(1000000) as r(i)`, `${group} snappy`);
    const before = process.memoryUsage().external;
    let most = 0;
    for await (const _ of ((await open(path)) as TableReader).blocks()) {
      most = Math.max(most, process.memoryUsage().external);
    }
    // Unpacked it is 64 MB.
    expect(most - before).toBeLessThan(16e6);
  });
});
