import { createReadStream, fstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { DataError } from "../data-error.ts";
import type { Source } from "../options.ts";

/** Bytes that are asked for. Pulling straight into the parser's own memory saves a copy of every byte of a file. */
export interface ByteSource {
  /** What errors call it. */
  readonly name: string;
  /** Bytes taken from the file or stream so far, before decompression. */
  bytesRead: number;
  /** Puts at least one byte at the start of `into` and tells how many; 0 at the end. */
  read(into: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

export async function openBytes(source: Source, name?: string): Promise<ByteSource> {
  if (source === "-") {
    // A redirected file is read like a file; a pipe or terminal as its pieces come.
    if (fstatSync(0).isFile()) {
      return new StreamSource(
        createReadStream("", { fd: 0, autoClose: false, highWaterMark: 1 << 18 }),
        "stdin",
      );
    }
    return new StreamSource(process.stdin, name ?? "stdin");
  }
  if (typeof source === "string") return openFile(source);
  return new StreamSource(source as AsyncIterable<Uint8Array>, name ?? "stream");
}

async function openFile(path: string): Promise<ByteSource> {
  try {
    const handle = await open(path, "r");
    const status = await handle.stat();
    if (status.isDirectory()) {
      await handle.close();
      throw new DataError({ file: path }, "is a directory; name a file");
    }
    return new FileSource(handle, path);
  } catch (error) {
    throw explain(error, path);
  }
}

class FileSource implements ByteSource {
  readonly name: string;
  bytesRead = 0;
  readonly #handle: FileHandle;

  constructor(handle: FileHandle, name: string) {
    this.#handle = handle;
    this.name = name;
  }

  async read(into: Uint8Array): Promise<number> {
    try {
      const { bytesRead } = await this.#handle.read(into, 0, into.length, null);
      this.bytesRead += bytesRead;
      return bytesRead;
    } catch (error) {
      throw explain(error, this.name);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Bytes from anything that iterates over pieces of them. */
export class StreamSource implements ByteSource {
  readonly name: string;
  bytesRead = 0;
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #stream: { destroy?: () => void };
  #piece: Uint8Array = new Uint8Array(0);
  #ended = false;

  constructor(pieces: AsyncIterable<Uint8Array>, name: string) {
    this.#stream = pieces as { destroy?: () => void };
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.name = name;
  }

  async read(into: Uint8Array): Promise<number> {
    while (this.#piece.length === 0) {
      if (this.#ended) return 0;
      const next = await this.#next();
      if (next.done) {
        this.#ended = true;
        return 0;
      }
      this.#piece = asBytes(next.value, this.name);
      this.bytesRead += this.#piece.length;
    }
    const count = Math.min(into.length, this.#piece.length);
    into.set(this.#piece.subarray(0, count));
    this.#piece = this.#piece.subarray(count);
    return count;
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.#pieces.next();
    } catch (error) {
      throw explain(error, this.name);
    }
  }

  async close(): Promise<void> {
    // A source in the middle of a wait cannot be returned from before that wait ends, so nobody waits for it.
    if (!this.#ended) this.#pieces.return?.()?.catch?.(() => {});
    this.#stream.destroy?.();
    this.#ended = true;
  }
}

/** The source again, with bytes already read from it put back in front. */
export class PrefixedSource implements ByteSource {
  readonly #source: ByteSource;
  #prefix: Uint8Array;

  constructor(prefix: Uint8Array, source: ByteSource) {
    this.#prefix = prefix;
    this.#source = source;
  }

  get name(): string {
    return this.#source.name;
  }
  get bytesRead(): number {
    return this.#source.bytesRead;
  }

  async read(into: Uint8Array): Promise<number> {
    const prefix = this.#prefix;
    if (prefix.length === 0) return this.#source.read(into);
    const count = Math.min(into.length, prefix.length);
    into.set(prefix.subarray(0, count));
    this.#prefix = prefix.subarray(count);
    return count;
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}

function asBytes(piece: unknown, name: string): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  if (typeof piece === "string") return Buffer.from(piece);
  throw new DataError({ file: name }, `expected pieces of bytes, got ${typeof piece}; pass Uint8Array`);
}

/** A failure of the file system in the user's words. */
export function explain(error: unknown, file: string): unknown {
  if (error instanceof DataError) return error;
  const code = (error as NodeJS.ErrnoException)?.code;
  if (code === "ENOENT" || code === "ENOTDIR") return new DataError({ file }, "no such file");
  if (code === "EISDIR") return new DataError({ file }, "is a directory; name a file");
  if (code === "ELOOP" || code === "ENAMETOOLONG") return new DataError({ file }, "no file can be called so");
  if (code === "EACCES" || code === "EPERM") return new DataError({ file }, "permission denied");
  if (code !== undefined) return new DataError({ file }, `cannot be read (${code})`);
  return error;
}
