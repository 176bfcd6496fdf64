import { closeSync, fsyncSync, openSync, renameSync, statSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { explainFile } from "./failure.ts";
import { UserError } from "./user-error.ts";

const bufferSize = 1 << 16;

/** Files begun and not committed; what is left of them when the process ends is removed. */
const begun = new Set<OutputFile>();
process.on("exit", () => {
  for (const file of begun) file.abandon();
});

/**
 * A file that appears under its name when it is complete, or not at all: written beside it and renamed. A device or a
 * pipe, which cannot be renamed onto, is written straight to.
 */
export class OutputFile {
  readonly path: string;
  private readonly temporary: string | undefined;
  private descriptor: number;
  private waiting = "";

  /** Fails at once, before any work has been done, where the file cannot be written. */
  constructor(path: string) {
    this.path = path;
    this.temporary = isReplaceable(path) ? `${path}.${process.pid}.part` : undefined;
    this.descriptor = this.attempt(() => openSync(this.temporary ?? path, "w"));
    begun.add(this);
  }

  text(text: string): void {
    this.waiting += text;
    if (this.waiting.length >= bufferSize) this.flush();
  }

  bytes(bytes: Uint8Array): void {
    this.flush();
    this.attempt(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at);
    });
  }

  /** Gives the complete file its name. */
  commit(): void {
    this.flush();
    this.attempt(() => {
      if (this.temporary !== undefined) fsyncSync(this.descriptor);
      closeSync(this.descriptor);
      this.descriptor = -1;
      if (this.temporary !== undefined) renameSync(this.temporary, this.path);
    });
    begun.delete(this);
    if (this.temporary !== undefined) keepName(this.path);
  }

  /** Leaves nothing behind. */
  abandon(): void {
    begun.delete(this);
    try {
      if (this.descriptor >= 0) closeSync(this.descriptor);
      if (this.temporary !== undefined) unlinkSync(this.temporary);
    } catch {
      // It is gone already.
    }
  }

  private flush(): void {
    if (this.waiting === "") return;
    const bytes = Buffer.from(this.waiting);
    this.waiting = "";
    this.bytes(bytes);
  }

  private attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new UserError(explainFile(error, this.path) ?? `${this.path}: cannot be written (${error})`);
    }
  }
}

/** Writes a whole file, or none. */
export function writeWhole(path: string, bytes: Uint8Array | string): void {
  const file = new OutputFile(path);
  try {
    if (typeof bytes === "string") file.text(bytes);
    else file.bytes(bytes);
    file.commit();
  } catch (error) {
    file.abandon();
    throw error;
  }
}

function isReplaceable(path: string): boolean {
  try {
    const status = statSync(path);
    if (status.isDirectory()) throw new UserError(`${path}: is a folder; name a file`);
    return status.isFile();
  } catch (error) {
    if (error instanceof UserError) throw error;
    return true;
  }
}

/** A rename lasts once its folder is on the disk. Not every file system lets a folder be synced. */
function keepName(path: string): void {
  try {
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // The name is as safe as this system makes it.
  }
}
