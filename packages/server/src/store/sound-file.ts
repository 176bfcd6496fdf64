import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { StoreDamaged } from "./errors.ts";

/*
 * LMDB maps its file and believes what it reads there: a file that was cut short, or whose head is not a head, ends the
 * process by a signal, without a word. So the head is looked at first. It is two pages, each with a copy of what there is to
 * know; the one of the later transaction holds.
 */

const MAGIC = 0xbeefc0de;
/** Where things are in such a page. */
const AT = { magic: 24, pageSize: 48, lastPage: 144, transaction: 152 };
const HEAD_BYTES = 160;

/** Throws StoreDamaged unless LMDB can open the file; one that is not there, or still empty, will be made. */
export function checkFile(path: string): void {
  if (!existsSync(path)) return;
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size === 0) return;
    const first = headAt(file, 0);
    const pageSize = first?.readUInt32LE(AT.pageSize) ?? 0;
    const second = pageSize > 0 ? headAt(file, pageSize) : undefined;
    if (first === undefined || second === undefined) throw damaged(path, "its head is not LMDB's");
    const [one, other] = [first, second].map((head) => Number(head.readBigUInt64LE(AT.transaction)));
    // Each commit writes the head of the one before the last.
    if (Math.abs(one - other) !== 1)
      throw damaged(path, `its heads are of commits ${one} and ${other}, which do not follow each other`);
    const later = one > other ? first : second;
    const least = (Number(later.readBigUInt64LE(AT.lastPage)) + 1) * pageSize;
    if (size < least) throw damaged(path, `it has ${size} bytes and had at least ${least}`);
  } finally {
    closeSync(file);
  }
}

function headAt(file: number, position: number): Buffer | undefined {
  const head = Buffer.alloc(HEAD_BYTES);
  const whole = readSync(file, head, 0, HEAD_BYTES, position) === HEAD_BYTES;
  return whole && head.readUInt32LE(AT.magic) === MAGIC ? head : undefined;
}

function damaged(path: string, how: string): StoreDamaged {
  return new StoreDamaged(`${basename(path)} is damaged: ${how}; put back a copy of the folder`);
}
