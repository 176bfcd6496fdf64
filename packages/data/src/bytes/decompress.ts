import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Decompress } from "fzstd";
import { DataError } from "../data-error.ts";
import { type ByteSource, PrefixedSource, StreamSource } from "./byte-source.ts";

const pieceSize = 1 << 16;

/** The source, decompressed when its first bytes say that it is gzip or zstd, whatever its name says. */
export async function decompressed(source: ByteSource): Promise<ByteSource> {
  const prefix = new Uint8Array(4);
  let count = 0;
  while (count < prefix.length) {
    const more = await source.read(prefix.subarray(count));
    if (more === 0) break;
    count += more;
  }
  const whole = new PrefixedSource(prefix.subarray(0, count), source);
  if (prefix[0] === 0x1f && prefix[1] === 0x8b) return unpack(whole, gunzipped(whole));
  // Frame 0xFD2FB528, or a skippable frame 0x184D2A5? before one, little-endian.
  const magic = new DataView(prefix.buffer).getUint32(0, true);
  if (magic === 0xfd2fb528 || magic >>> 4 === 0x184d2a5) return unpack(whole, unzstd(whole));
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

async function* pieces(source: ByteSource, size: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = new Uint8Array(size);
    const count = await source.read(piece);
    if (count === 0) return;
    yield piece.subarray(0, count);
  }
}

async function* gunzipped(source: ByteSource): AsyncGenerator<Uint8Array> {
  const input = Readable.from(pieces(source, pieceSize), { objectMode: false });
  const output = createGunzip({ chunkSize: 1 << 18 });
  input.on("error", (error) => output.destroy(error));
  input.pipe(output);
  try {
    yield* output;
  } catch (error) {
    if (error instanceof DataError) throw error;
    const cut = (error as NodeJS.ErrnoException).code === "Z_BUF_ERROR";
    throw new DataError(
      { file: source.name },
      cut
        ? "the gzip data is cut off before its end; the file is incomplete"
        : "the gzip data is damaged; make the file again",
    );
  } finally {
    input.destroy();
    output.destroy();
  }
}

/** Small, because a few bytes of zstd may stand for a block of 128 KiB and all of a piece is unpacked at once. */
const zstdPiece = 1 << 12;

async function* unzstd(source: ByteSource): AsyncGenerator<Uint8Array> {
  let out: Uint8Array[] = [];
  // The decoder reuses its window, so what it hands over is copied.
  const decoder = new Decompress((piece) => {
    if (piece.length > 0) out.push(piece.slice());
  });
  const push = (piece: Uint8Array, last: boolean) => {
    try {
      decoder.push(piece, last);
    } catch {
      throw new DataError(
        { file: source.name },
        last
          ? "the zstd data is cut off before its end; the file is incomplete"
          : "the zstd data is damaged; make the file again",
      );
    }
  };
  for await (const piece of pieces(source, pieceSize)) {
    for (let at = 0; at < piece.length; at += zstdPiece) {
      push(piece.subarray(at, Math.min(piece.length, at + zstdPiece)), false);
      const ready = out;
      out = [];
      yield* ready;
    }
  }
  push(new Uint8Array(0), true);
  yield* out;
}
