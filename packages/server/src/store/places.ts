/*
 * Keys of the tables. Every row belongs to a model and begins with its number, most significant byte first, so that a
 * model's rows lie together in the order of what follows: a position, a time, a name.
 */

/** Names (event keys, prediction ids) may be so many bytes of UTF-8: LMDB's keys are at most 1,978 bytes. */
export const NAME_BYTES = 1024;

/** Positions and times are below 2⁴⁸: milliseconds until the year 10889. */
const WHOLE = 6;
const MODEL = 4;

export function modelPlace(model: number): Buffer {
  const place = Buffer.alloc(MODEL);
  place.writeUInt32BE(model);
  return place;
}

export function numberPlace(model: number, value: number): Buffer {
  const place = Buffer.alloc(MODEL + WHOLE);
  place.writeUInt32BE(model);
  place.writeUIntBE(value, MODEL, WHOLE);
  return place;
}

export function namePlace(model: number, name: string): Buffer {
  return Buffer.concat([modelPlace(model), bytesOf(name)]);
}

export function timedPlace(model: number, time: number, name: string): Buffer {
  return Buffer.concat([numberPlace(model, time), bytesOf(name)]);
}

export const modelIn = (place: Buffer): number => place.readUInt32BE(0);
export const numberIn = (place: Buffer): number => place.readUIntBE(MODEL, WHOLE);
export const nameIn = (place: Buffer): string => place.toString("utf8", MODEL + WHOLE);

/** Can this be the key of an event or the id of a prediction? Lone surrogates have no UTF-8 of their own. */
export function isName(name: string): boolean {
  return name.length > 0 && Buffer.byteLength(name) <= NAME_BYTES && name.isWellFormed();
}

function bytesOf(name: string): Buffer {
  if (!isName(name)) throw new RangeError(`a name has 1 to ${NAME_BYTES} bytes of well-formed text`);
  return Buffer.from(name);
}
