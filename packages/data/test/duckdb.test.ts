import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, it } from "vitest";
import { open, query, type TableReader } from "../src/index.ts";
import { run } from "./parquet-files.ts";
import { everything, fileOf, pieces } from "./reading.ts";

const directory = mkdtempSync(join(tmpdir(), "scinol-duckdb-"));
const parquet = join(directory, "a.parquet");
const database = join(directory, "a.duckdb");

beforeAll(async () => {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(
    "create table t as select i::integer as n, i / 4 as x, if(i % 2 = 0, 'even', 'odd') as t, i % 3 = 0 as b, " +
      "date '1970-01-02' as d, if(i = 2, null, i::decimal(9, 2)) as m, [i] as l from range(5000) as r(i)",
  );
  await connection.run(`copy t to '${parquet}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
});

describe("Parquet, databases and queries", () => {
  it("reads Parquet in file order, every type as the kind it is", async () => {
    const reader = (await open(parquet, { ignore: ["l"] })) as TableReader;
    expect(reader.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "n number",
      "x number",
      "t text",
      "b boolean",
      "d date",
      "m number",
      "l text",
    ]);
    const rows: unknown[] = [];
    for await (const row of reader.records()) rows.push(row);
    expect(rows).toHaveLength(5000);
    expect(rows[2]).toEqual({ n: 2, x: 0.5, t: "even", b: false, d: new Date(86_400_000), m: null });
    expect(rows[4999]).toEqual({ n: 4999, x: 1249.75, t: "odd", b: false, d: new Date(86_400_000), m: 4999 });
    expect(reader.where()).toEqual({ file: parquet, line: 5000 });
  });

  it("reads the only table of a database, or a query over it", async () => {
    expect((await everything(open(database, { ignore: ["l"] }))).rows).toHaveLength(5000);
    const sql = "select n, t from t where n >= 4998 order by n desc;";
    expect((await everything(open(database, { sql }))).rows).toEqual([
      { n: 4999, t: "odd" },
      { n: 4998, t: "even" },
    ]);
  });

  it("reads a query over files", async () => {
    const sql = `select sum(n) as s from '${parquet}'`;
    expect((await everything(query(sql))).rows).toEqual([{ s: 12_497_500 }]);
  });

  it("lets the caller overrule a column's kind", async () => {
    const sql = "select * from (values ('1', 7), ('x', 8)) as v(a, b)";
    expect((await everything(query(sql, { categorical: ["b"] }))).rows).toEqual([
      { a: "1", b: "7" },
      { a: "x", b: "8" },
    ]);
    expect(await everything(query(sql, { numeric: ["a"] }))).toEqual({
      rows: [{ a: 1, b: 7 }],
      error: 'query:2: column "a": expected a number, got "x"; name it in --missing',
      skipped: 0,
    });
    expect(await everything(query(sql, { numeric: ["a"], onError: "skip" }))).toEqual({
      rows: [{ a: 1, b: 7 }],
      skipped: 1,
    });
  });

  it("takes NaN and null for missing and does not take infinity", async () => {
    const sql = "select * from (values ('nan'::double), (null), (1), ('inf'::double)) as v(a)";
    expect(await everything(query(sql))).toEqual({
      rows: [{ a: null }, { a: null }, { a: 1 }],
      error: 'query:4: column "a": expected a finite number, got Infinity',
      skipped: 0,
    });
  });

  it("fails when a query fails after many rows, rather than end there", async () => {
    const sql = "select if(i = 900000, error('torn'), i)::double as a from range(1000000) as r(i)";
    const { rows, error } = await everything(query(sql));
    expect(rows[500_000]).toEqual({ a: 500_000 });
    expect(error).toBe("query: invalid Input Error: torn");
  });

  it("reads the file of that name, even where it reads as a pattern that fits others", async () => {
    for (const name of ["p1", "p[1]", "p?", "p*"]) {
      const path = join(directory, `${name}.parquet`);
      await run(`copy (select '${name}' as a) to '${path}' (format parquet, compression zstd)`);
      expect(await everything(open(path))).toEqual({ rows: [{ a: name }], skipped: 0 });
    }
  });

  it("says in one line what is wrong", async () => {
    expect((await everything(open(parquet))).error).toBe(
      `${parquet}: column "l": has the type BIGINT[]; choose its parts in a query, or name it in --ignore`,
    );
    expect((await everything(query("selec 1"))).error).toMatch(/^query: parser Error: syntax error/);
    expect((await everything(query("select 1 as a where false"))).error).toBe("query: has no rows");
    const broken = fileOf("broken.parquet", "PAR1nonsense");
    expect((await everything(open(broken))).error).toMatch(/broken\.parquet: /);
    expect((await everything(open(pieces("PAR1nonsense"), { name: "stdin" }))).error).toBe(
      "stdin: parquet cannot be read from a stream; name a file",
    );
    const pipe = join(directory, "pipe.parquet");
    execFileSync("mkfifo", [pipe]);
    const written = writeFile(pipe, "PAR1nonsense");
    expect((await everything(open(pipe))).error).toBe(
      `${pipe}: parquet cannot be read from a stream; name a file`,
    );
    await written;
    const arrow = fileOf("a.arrow", "ARROW1nonsense");
    expect((await everything(open(arrow))).error).toContain(arrow);
  });
});
