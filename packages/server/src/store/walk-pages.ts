import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { StoreDamaged } from "./errors.ts";

/*
 * LMDB maps its file and believes what it reads there. A damaged page can end the process by a signal, without a word, so another
 * process reads all of them first. It also finds what reading in order does not show: a key or prediction under another name, and a row
 * that is there and is not found by its key.
 */

const PROGRAM = `
const { open } = require(process.argv[1]);
const { crc32 } = require("node:zlib");
const binary = { encoding: "binary", keyEncoding: "binary" };
const root = open({ path: process.argv[2], readOnly: true, noSubdir: false, maxDbs: 12, ...binary });
// The names of tables end with a zero.
const names = [...root.getKeys()].map((name) => name.toString("utf8", 0, name.length - 1));
const tables = Object.fromEntries(names.map((name) => [name, root.openDB({ name, ...binary })]));
const damaged = new Set();
for (const name of names)
  for (const { key, value } of tables[name].getRange({})) {
    const isSealed = name !== "keys" && name !== "pending" || crc32(value.subarray(4), crc32(key)) === value.readUInt32LE(0);
    const waits = name !== "expiries" || tables.pending.doesExist(Buffer.concat([key.subarray(0, 4), key.subarray(10)]));
    // A page above it may lead elsewhere.
    const isFound = tables[name].doesExist(key);
    if (!isSealed || !waits || !isFound) damaged.add(key.readUInt32BE(0));
    value.at(-1);
  }
root.close();
process.stdout.write(JSON.stringify([...damaged]));
`;

/** Milliseconds that reading may take, and those more for each megabyte: pages that lead to each other have no end. */
const PATIENCE = 30_000;
const PATIENCE_PER_MEGABYTE = 100;

/** Throws StoreDamaged unless every page of the store in a directory can be read. Returns the models whose keys or predictions are damaged. */
export async function walkPages(directory: string): Promise<number[]> {
  const file = join(directory, "data.mdb");
  if (!existsSync(file) || statSync(file).size === 0) return [];
  const timeout = Math.ceil(PATIENCE + PATIENCE_PER_MEGABYTE * (statSync(file).size / 2 ** 20));
  const command = ["-e", PROGRAM, createRequire(import.meta.url).resolve("lmdb"), directory];
  const child = spawn(process.execPath, command, {
    stdio: ["ignore", "pipe", "pipe"],
    timeout,
    killSignal: "SIGKILL",
  });
  const [found, complaint, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (code === 0) return JSON.parse(found);
  const how = signal === null ? complaint.trim().split("\n").at(-1) : `reading its pages ended by ${signal}`;
  throw new StoreDamaged(`data.mdb is damaged: ${how}; put back a copy of the folder`);
}
