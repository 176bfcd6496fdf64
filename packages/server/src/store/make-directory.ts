import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory that only this user can read, and those above it. Step by step: Node's own way never ends where a file system has
 * no room for directories, as below /proc.
 */
export function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    if (dirname(path) !== path) makeDirectory(dirname(path));
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another process may have made it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  } else if (!statSync(path).isDirectory()) {
    throw Object.assign(new Error(`ENOTDIR: not a directory, mkdir '${path}'`), { code: "ENOTDIR" });
  }
}
