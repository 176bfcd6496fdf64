import { statSync } from "node:fs";
import { type ByteSource, openBytes } from "./bytes/byte-source.ts";
import { decompressed } from "./bytes/decompress.ts";
import { DataError } from "./data-error.ts";
import type { Format, Settings, Source } from "./options.ts";
import { sniff } from "./sniff.ts";
import type { Progress } from "./table.ts";

/** The sources, opened one after the other. */
export class Inputs {
  readonly sources: Source[];
  readonly #settings: Settings;
  #opened: ByteSource[] = [];
  #closed = false;
  readonly #total: number | undefined;

  constructor(sources: readonly Source[], settings: Settings) {
    this.sources = [...sources];
    this.#total = totalSize(sources);
    this.#settings = settings;
  }

  get left(): boolean {
    return this.#opened.length < this.sources.length;
  }

  async next(): Promise<{ format: Format; source: ByteSource }> {
    const raw = await openBytes(this.sources[this.#opened.length], this.#settings.name);
    this.#opened.push(raw);
    const source = await decompressed(raw);
    this.#opened[this.#opened.length - 1] = source;
    if (this.#settings.format !== undefined) return { format: this.#settings.format, source };
    const { format, whole } = await sniff(source);
    return { format, source: whole };
  }

  /** Another source of the same format. */
  async nextLike(format: Format): Promise<ByteSource> {
    const next = await this.next();
    if (next.format !== format) {
      throw new DataError(
        { file: next.source.name },
        `looks like ${next.format}, the first file like ${format}`,
      );
    }
    return next.source;
  }

  /** The paths of all sources, for a reader that must seek in them. */
  paths(format: string): string[] {
    return this.sources.map((source) => {
      const path = typeof source === "string" && source !== "-" ? source : undefined;
      // A pipe with a name has been opened and read from already: whoever opens it again waits for ever.
      if (path !== undefined && !statSync(path, { throwIfNoEntry: false })?.isFIFO()) return path;
      throw new DataError(
        { file: path ?? this.#settings.name ?? "stdin" },
        `${format} cannot be read from a stream; name a file`,
      );
    });
  }

  progress(): Progress {
    const bytes = this.#opened.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    return { bytes, total: this.#total };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all(this.#opened.map((source) => source.close()));
  }
}

/** The size of all files together; unknown when one is a stream. A file that cannot be looked at is an error for later. */
export function totalSize(sources: readonly Source[]): number | undefined {
  let total = 0;
  for (const source of sources) {
    const size = typeof source === "string" ? sizeOf(source) : undefined;
    if (size === undefined) return undefined;
    total += size;
  }
  return total;
}

function sizeOf(path: string): number | undefined {
  try {
    const status = statSync(path);
    return status.isFile() ? status.size : undefined;
  } catch {
    return undefined;
  }
}
