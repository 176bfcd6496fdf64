import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { seal, unseal } from "./checked.ts";
import type { Table } from "./disk.ts";
import { StoreDamaged } from "./errors.ts";
import { modelPlace } from "./places.ts";

/*
 * The number of commits, in a row that every commit writes, and, when the commit is durable, in a file beside. LMDB goes by the later of
 * two heads: if one of them is damaged, it can go back by a commit without a word. Then the row is behind the file. The file is not
 * synced: after a power cut it may be behind the row, never ahead of it.
 */

/** In the table of ends: a table of its own would be more pages to write with every commit. No model has the number 0. */
const ROW = modelPlace(0);
const LENGTH = 8;

export class CommitCount {
  readonly #table: Table;
  readonly #file: number;
  #count = 0;

  constructor(directory: string, table: Table) {
    this.#table = table;
    this.#file = openSync(join(directory, "commits"), constants.O_RDWR | constants.O_CREAT, 0o600);
    const row = table.get(ROW);
    const counted = row && unseal(ROW, row);
    if (row !== undefined && counted === undefined)
      throw new StoreDamaged("the number of commits is damaged");
    this.#count = counted === undefined ? 0 : counted.readUIntBE(0, 6);
    const told = this.#read();
    if (told === undefined || told <= this.#count) return;
    closeSync(this.#file);
    throw new StoreDamaged(
      `data.mdb is damaged: it is ${told - this.#count} commits behind the file "commits"; put back a copy of the folder`,
    );
  }

  /** Within a commit. */
  stage(): void {
    this.#table.put(ROW, seal(ROW, numberOf(this.#count + 1)));
  }

  committed(): void {
    this.#count++;
    writeSync(this.#file, seal(ROW, numberOf(this.#count)), 0, undefined, 0);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Undefined where there is nothing yet, or nothing that can be read. */
  #read(): number | undefined {
    const bytes = Buffer.alloc(4 + LENGTH);
    if (fstatSync(this.#file).size !== bytes.length) return undefined;
    readSync(this.#file, bytes, 0, bytes.length, 0);
    return unseal(ROW, bytes)?.readUIntBE(0, 6);
  }
}

function numberOf(count: number): Buffer {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUIntBE(count, 0, 6);
  return bytes;
}
