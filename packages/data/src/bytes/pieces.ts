import type { ByteSource } from "./byte-source.ts";

const pieceSize = 1 << 16;

/** The bytes of a source, piece by piece. */
export async function* pieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = new Uint8Array(pieceSize);
    const count = await source.read(piece);
    if (count === 0) return;
    yield piece.subarray(0, count);
  }
}
