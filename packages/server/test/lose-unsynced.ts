import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

/*
 * What a power cut takes from a file, by the log that unsynced.c has kept of it: any of the writes that were never synced, sector by
 * sector.
 */

const SECTOR = 512;
const CACHED = 1n;

interface Write {
  readonly cached: boolean;
  readonly offset: number;
  readonly sizeBefore: number;
  readonly before: Buffer;
  readonly after: Buffer;
}

/** `survives` decides for every sector that was written and not synced. Answers how many were lost. */
export function loseUnsynced(file: string, log: string, survives: () => boolean): number {
  if (!existsSync(log)) return 0;
  const writes = [...writesIn(readFileSync(log))];
  const descriptor = openSync(file, "r+");
  let lost = 0;
  // Back to what is certain, and forward again with what happened to reach the disk.
  for (const { offset, before, sizeBefore } of writes.toReversed()) {
    writeSync(descriptor, before, 0, before.length, offset);
    ftruncateSync(descriptor, sizeBefore);
  }
  for (const { cached, offset, after } of writes) {
    for (let at = 0; at < after.length; at += SECTOR) {
      const length = Math.min(SECTOR, after.length - at);
      if (!cached || survives()) writeSync(descriptor, after, at, length, offset + at);
      else lost++;
    }
  }
  closeSync(descriptor);
  rmSync(log);
  return lost;
}

/** A record whose process died while writing it has not led to a write. */
function* writesIn(log: Buffer): Generator<Write> {
  for (let at = 0; at + 32 <= log.length; ) {
    const [kind, offset, length, sizeBefore] = [0, 8, 16, 24].map((field) => log.readBigUInt64LE(at + field));
    const begin = at + 32;
    const size = Number(length);
    at = begin + 2 * size;
    if (at > log.length) return;
    yield {
      cached: kind === CACHED,
      offset: Number(offset),
      sizeBefore: Number(sizeBefore),
      before: log.subarray(begin, begin + size),
      after: log.subarray(begin + size, at),
    };
  }
}
