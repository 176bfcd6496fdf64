import { Decompress } from "fzstd";
import { DataError } from "../data-error.ts";
import type { ByteSource } from "./byte-source.ts";
import { pieces } from "./pieces.ts";

/** Small, because a few bytes of zstd may stand for a block of 128 KiB and all of a piece is unpacked at once. */
const zstdPiece = 1 << 12;

export async function* unzstd(source: ByteSource): AsyncGenerator<Uint8Array> {
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
  for await (const piece of pieces(source)) {
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
