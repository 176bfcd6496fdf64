// The files that parsing and training are timed on: the same on every machine, made once, in .bench/.
import { closeSync, existsSync, mkdirSync, openSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const rows = Number(process.env.ROWS ?? 500_000);
export const columns = 50;
export const directory = fileURLToPath(new URL("../.bench/", import.meta.url));
mkdirSync(directory, { recursive: true });

/** Mulberry32: the same numbers on every machine. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function write(path, line, header = "") {
  if (existsSync(path)) return;
  const file = openSync(path, "w");
  let text = header;
  for (let row = 0; row < rows; row++) {
    text += line();
    if (text.length > 1 << 20 || row === rows - 1) {
      writeSync(file, text);
      text = "";
    }
  }
  closeSync(file);
}

/** 40 of 2¹⁸ features. */
export function makeSvmlight(path) {
  const next = random(2);
  write(path, () => {
    const indices = new Set();
    while (indices.size < 40) indices.add(1 + Math.floor(next() * 2 ** 18));
    const pairs = [...indices].sort((a, b) => a - b).map((i) => `${i}:${Number(next().toPrecision(6))}`);
    return `${next() < 0.5 ? -1 : 1} ${pairs.join(" ")}\n`;
  });
}

export async function makeParquet(csv, path) {
  if (existsSync(path)) return;
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(`copy (select * from read_csv('${csv}')) to '${path}' (format parquet)`);
  connection.closeSync();
}
