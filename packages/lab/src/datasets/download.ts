import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { DataFile } from "./dataset.ts";
import { unpack } from "./unpack.ts";

export interface DownloadOptions {
  /** Told of every piece: bytes so far and, where the server says, in all. */
  progress?(file: DataFile, bytes: number, total: number | undefined): void;
  /** How often a connection that breaks is taken up again. */
  readonly attempts?: number;
  /** Milliseconds to wait before that; doubled each time. */
  readonly pause?: number;
}

/**
 * Downloads a file to a place. The place holds the whole verified file or nothing: what has come so far waits beside it
 * as `.part`, from where a connection that broke, or the next command, goes on.
 */
export async function download(file: DataFile, place: string, options: DownloadOptions = {}): Promise<void> {
  const { attempts = 5, pause = 500 } = options;
  const part = `${place}.part`;
  mkdirSync(dirname(place), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    try {
      await receive(file, part, options);
      break;
    } catch (error) {
      if (error instanceof Refused || attempt >= attempts) {
        throw new RangeError(
          `${file.path}: ${file.url}: ${told(error)}; put the file into a directory yourself and name it with --data-dir`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, pause * 2 ** (attempt - 1)));
    }
  }
  let content: Uint8Array;
  try {
    content = unpack(readFileSync(part), file.path, file.member);
    verify(file, content, file.url);
  } catch (error) {
    rmSync(part, { force: true });
    throw error instanceof RangeError ? error : new RangeError(`${file.path}: ${file.url}: ${told(error)}`);
  }
  // Written whole beside its place and then moved there, so that nobody ever sees a part of it.
  const whole = `${place}.${process.pid}.new`;
  writeFileSync(whole, content);
  renameSync(whole, place);
  rmSync(part, { force: true });
}

/** Throws unless the content is the very one the catalogue means. */
export function verify(file: DataFile, content: Uint8Array, where: string): void {
  const found = createHash("sha256").update(content).digest("hex");
  if (found === file.sha256) return;
  throw new RangeError(
    `${where}: checksum of ${file.path} does not match (${content.length} bytes, expected ${file.bytes}); the file is damaged or another version: delete it and fetch again`,
  );
}

/** The server said no; asking again is of no use. */
class Refused extends Error {}

async function receive(file: DataFile, part: string, { progress }: DownloadOptions): Promise<void> {
  let have = existsSync(part) ? statSync(part).size : 0;
  const response = await fetch(file.url, {
    headers: { "accept-encoding": "identity", ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
  });
  // The part is as long as the file: all of it has come.
  if (response.status === 416 && have > 0) {
    await response.body?.cancel();
    return;
  }
  if (!response.ok) {
    const message = `the server answers ${response.status}`;
    throw response.status < 500 ? new Refused(message) : new Error(message);
  }
  if (response.status !== 206 && have > 0) {
    rmSync(part);
    have = 0;
  }
  const length = Number(response.headers.get("content-length"));
  const total = length > 0 ? have + length : undefined;
  if (!existsSync(part)) writeFileSync(part, "");
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    appendFileSync(part, piece);
    have += piece.length;
    progress?.(file, have, total);
  }
  if (total !== undefined && have < total)
    throw new Error(`the connection ended at ${have} of ${total} bytes`);
}

function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
