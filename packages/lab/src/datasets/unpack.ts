import { gunzipSync, inflateRawSync } from "node:zlib";

/** Unpacks gzip, compress (.Z) and zip by content; anything else is as it comes. */
export function unpack(bytes: Uint8Array, name: string, member?: string): Uint8Array {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes);
  if (bytes[0] === 0x1f && bytes[1] === 0x9d) return uncompress(bytes, name);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) {
    return unzip(bytes, name, member ?? "");
  }
  return bytes;
}

/** One member of a zip archive, found through the directory at its end. */
function unzip(bytes: Uint8Array, name: string, member: string): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new RangeError(`${name}: the zip archive is incomplete`);
  const names: string[] = [];
  let at = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    const nameLength = view.getUint16(at + 28, true);
    const text = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    names.push(text);
    if (text === member) {
      const local = view.getUint32(at + 42, true);
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = bytes.subarray(from, from + view.getUint32(at + 20, true));
      return view.getUint16(at + 10, true) === 0 ? packed : inflateRawSync(packed);
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  throw new RangeError(`${name}: the zip archive has no ${member}; it has ${names.join(", ")}`);
}

/**
 * What Unix `compress` made: Lempel, Ziv and Welch's codes of 9 bits and more, low bits first. Codes come in groups of
 * eight, and a group is left unfinished where the width changes or the table is cleared.
 */
function uncompress(bytes: Uint8Array, name: string): Uint8Array {
  const most = bytes[2] & 0x1f;
  const clears = (bytes[2] & 0x80) !== 0;
  if (most < 9 || most > 16) throw new RangeError(`${name}: is not what compress makes`);
  const CLEAR = 256;
  const prefix = new Uint16Array(1 << 16);
  const last = new Uint8Array(1 << 16);
  for (let code = 0; code < 256; code++) last[code] = code;
  const stack = new Uint8Array(1 << 16);
  let output = new Uint8Array(8 * bytes.length);
  let written = 0;
  let width = 9;
  let next = clears ? 257 : 256;
  let before = -1;
  let first = 0;
  let bit = 24;
  let group = bit;
  const skipGroup = () => {
    const size = 8 * width;
    bit = group + Math.ceil((bit - group) / size) * size;
    group = bit;
  };
  while (bit + width <= 8 * bytes.length) {
    if (next > (1 << width) - 1 && width < most) {
      skipGroup();
      width++;
      continue;
    }
    let code = 0;
    for (let b = 0; b < width; b++) code |= ((bytes[(bit + b) >> 3] >> ((bit + b) & 7)) & 1) << b;
    bit += width;
    if (code === CLEAR && clears) {
      skipGroup();
      width = 9;
      next = 257;
      before = -1;
      continue;
    }
    let depth = 0;
    let walk = code;
    if (code >= next) {
      if (code > next || before < 0) throw new RangeError(`${name}: the compressed file is damaged`);
      stack[depth++] = first;
      walk = before;
    }
    for (; walk >= 256; walk = prefix[walk]) stack[depth++] = last[walk];
    first = walk;
    stack[depth++] = first;
    if (written + depth > output.length) {
      const larger = new Uint8Array(2 * output.length + depth);
      larger.set(output);
      output = larger;
    }
    while (depth > 0) output[written++] = stack[--depth];
    if (before >= 0 && next < 1 << most) {
      prefix[next] = before;
      last[next++] = first;
    }
    before = code;
  }
  return output.subarray(0, written);
}
