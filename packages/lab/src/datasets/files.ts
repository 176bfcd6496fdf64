import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { DataFile, Dataset } from "./dataset.ts";
import { type DownloadOptions, download, verify } from "./download.ts";
import { unpack } from "./unpack.ts";

export interface FindOptions extends DownloadOptions {
  /** A directory to look in, as with `--data-dir`. */
  readonly dataDir?: string | undefined;
  /** Whether what is not found may be downloaded; it may unless told otherwise. */
  readonly network?: boolean | undefined;
}

/** Where downloads are kept: `SCINOL_CACHE`, or `.cache/scinol` at home. */
export function cacheDirectory(): string {
  return process.env.SCINOL_CACHE ?? join(homedir(), ".cache", "scinol");
}

/** The directories that are looked in, in order. */
export function directories(dataDir: string | undefined): string[] {
  return [dataDir, process.env.SCINOL_DATA, cacheDirectory()].filter((place) => place !== undefined);
}

/** Where a file is, as it is or with `.gz`; undefined where it is nowhere. */
export function find(file: DataFile, dataDir: string | undefined): string | undefined {
  for (const directory of directories(dataDir)) {
    for (const ending of ["", ".gz"]) {
      const place = join(directory, file.path + ending);
      if (existsSync(place)) return place;
    }
  }
  return undefined;
}

/** The verified contents of a data set's files; those that are nowhere are downloaded into the cache. */
export async function contentsOf(dataset: Dataset, options: FindOptions = {}): Promise<Uint8Array[]> {
  const contents: Uint8Array[] = [];
  for (const file of dataset.files) contents.push(await contentOf(file, options));
  return contents;
}

async function contentOf(file: DataFile, options: FindOptions): Promise<Uint8Array> {
  let place = find(file, options.dataDir);
  if (place === undefined) {
    if (options.network === false) {
      throw new RangeError(
        `${file.path}: not found in ${directories(options.dataDir).join(", ")}; fetch it with: data fetch`,
      );
    }
    place = join(cacheDirectory(), file.path);
    await download(file, place, options);
  }
  let content: Uint8Array;
  try {
    content = unpack(readFileSync(place), place);
  } catch (error) {
    throw new RangeError(`${place}: cannot be read (${(error as Error).message}); delete it and fetch again`);
  }
  verify(file, content, place);
  return content;
}
