import { crc32 } from "node:zlib";

/*
 * Values as they lie in the tables: four bytes of checksum, then the bytes. The checksum covers the key as well, so a
 * sound value in the wrong place is told from the right one.
 */

const CHECKSUM = 4;

export function seal(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  let length = CHECKSUM;
  for (const part of parts) length += part.length;
  const sealed = Buffer.allocUnsafeSlow(length);
  let at = CHECKSUM;
  for (const part of parts) {
    sealed.set(part, at);
    at += part.length;
  }
  sealed.writeUInt32LE(checksum(key, sealed), 0);
  return sealed;
}

/** The bytes that were sealed, or undefined if these are not they. */
export function unseal(key: Uint8Array, sealed: Buffer): Buffer | undefined {
  if (sealed.length < CHECKSUM || sealed.readUInt32LE(0) !== checksum(key, sealed)) return undefined;
  return sealed.subarray(CHECKSUM);
}

function checksum(key: Uint8Array, sealed: Buffer): number {
  return crc32(sealed.subarray(CHECKSUM), crc32(key));
}
