import { type ByteSource, PrefixedSource, StreamSource } from "./byte-source.ts";

/**
 * The source, decompressed when its first bytes say that it is gzip or zstd, whatever its name says. Most are neither, and
 * do without what it takes.
 */
export async function decompressed(source: ByteSource): Promise<ByteSource> {
  const prefix = new Uint8Array(4);
  let count = 0;
  while (count < prefix.length) {
    const more = await source.read(prefix.subarray(count));
    if (more === 0) break;
    count += more;
  }
  const whole = new PrefixedSource(prefix.subarray(0, count), source);
  if (prefix[0] === 0x1f && prefix[1] === 0x8b) {
    const { gunzipped } = await import("./gunzipped.ts");
    return unpack(whole, gunzipped(whole));
  }
  // Frame 0xFD2FB528, or a skippable frame 0x184D2A5? before one, little-endian.
  const magic = new DataView(prefix.buffer).getUint32(0, true);
  if (magic === 0xfd2fb528 || magic >>> 4 === 0x184d2a5) {
    const { unzstd } = await import("./unzstd.ts");
    return unpack(whole, unzstd(whole));
  }
  return whole;
}

/** A source of what comes out, that still counts what went in. */
function unpack(packed: ByteSource, pieces: AsyncIterable<Uint8Array>): ByteSource {
  const out = new StreamSource(pieces, packed.name);
  return {
    name: packed.name,
    get bytesRead() {
      return packed.bytesRead;
    },
    read: (into) => out.read(into),
    async close() {
      await out.close();
      await packed.close();
    },
  };
}
