import { closeSync, fstatSync, ftruncateSync, openSync, write } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RootDatabase } from "lmdb";

/*
 * Room on the disk, had before LMDB needs it. LMDB grows its file when it writes a transaction, and a write that fails there
 * writes its message beyond the end of a buffer (lmdb 3.5.6: 100 bytes for up to 120). So the file is grown here, with zeros: a full
 * disk, a quota or a limit says so to us, before the transaction, and LMDB only writes where there is room already. (File
 * systems that never overwrite, btrfs and zfs, may still refuse it; then the transaction fails.)
 */

/** Grown by at least so much, if there is. */
const STEP = 8 * 2 ** 20;

const ZEROS = Buffer.alloc(2 ** 20);

const writeAt = promisify(write);

export class Room {
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #file: number;
  #size: number;

  constructor(directory: string, root: RootDatabase<Buffer, Buffer>) {
    this.#root = root;
    this.#file = openSync(join(directory, "data.mdb"), "r+");
    this.#size = fstatSync(this.#file).size;
  }

  /** Makes room for a transaction that changes so many rows and writes so many bytes. Only while there is none under way. */
  async reserve(rows: number, bytes: number): Promise<void> {
    const { lastPageNumber, pageSize } = this.#root.getStats() as {
      lastPageNumber: number;
      pageSize: number;
    };
    // Pages are copied before they are changed: at worst every row changes a page of its own, and then those above them.
    const pages = lastPageNumber + 1 + Math.ceil(1.25 * rows) + 64;
    const needed = pages * pageSize + Math.ceil(1.25 * bytes);
    if (needed <= this.#size) return;
    this.#size = fstatSync(this.#file).size;
    await this.#grow(needed + STEP).catch(() => this.#grow(needed));
  }

  close(): void {
    closeSync(this.#file);
  }

  async #grow(size: number): Promise<void> {
    const before = this.#size;
    try {
      while (this.#size < size) {
        const length = Math.min(ZEROS.length, size - this.#size);
        this.#size += (await writeAt(this.#file, ZEROS, 0, length, this.#size)).bytesWritten;
      }
    } catch (error) {
      // What little there is belongs to everybody.
      ftruncateSync(this.#file, before);
      this.#size = before;
      throw error;
    }
  }
}
