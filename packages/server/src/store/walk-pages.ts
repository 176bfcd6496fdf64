import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { StoreDamaged } from "./errors.ts";

/*
 * LMDB maps its file and believes what it reads there. A damaged page can end the process by a signal, without a word, so another
 * process reads all of them first.
 */

const PROGRAM = `
const { open } = require(process.argv[1]);
const root = open({ path: process.argv[2], readOnly: true, noSubdir: false, maxDbs: 12, encoding: "binary", keyEncoding: "binary" });
for (const name of [...root.getKeys()].map(String)) {
  const table = root.openDB({ name, encoding: "binary", keyEncoding: "binary" });
  for (const { value } of table.getRange({})) value.at(-1);
}
root.close();
`;

/** Milliseconds that reading may take, and those more for each megabyte: pages that lead to each other have no end. */
const PATIENCE = 30_000;
const PATIENCE_PER_MEGABYTE = 100;

/** Throws StoreDamaged unless every page of the store in a directory can be read. */
export async function walkPages(directory: string): Promise<void> {
  const file = join(directory, "data.mdb");
  if (!existsSync(file) || statSync(file).size === 0) return;
  const timeout = Math.ceil(PATIENCE + PATIENCE_PER_MEGABYTE * (statSync(file).size / 2 ** 20));
  const command = ["-e", PROGRAM, createRequire(import.meta.url).resolve("lmdb"), directory];
  const child = spawn(process.execPath, command, {
    stdio: ["ignore", "ignore", "pipe"],
    timeout,
    killSignal: "SIGKILL",
  });
  const [complaint, [code, signal]] = await Promise.all([text(child.stderr), once(child, "close")]);
  if (code === 0) return;
  const how = signal === null ? complaint.trim().split("\n").at(-1) : `reading its pages ended by ${signal}`;
  throw new StoreDamaged(`data.mdb is damaged: ${how}; put back a copy of the folder`);
}
