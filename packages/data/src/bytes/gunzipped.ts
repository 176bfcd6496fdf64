import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { DataError } from "../data-error.ts";
import type { ByteSource } from "./byte-source.ts";
import { pieces } from "./pieces.ts";

export async function* gunzipped(source: ByteSource): AsyncGenerator<Uint8Array> {
  const input = Readable.from(pieces(source), { objectMode: false });
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
