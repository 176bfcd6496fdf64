import { DataError } from "@scinol/data";
import { CommanderError } from "commander";
import { UserError } from "./user-error.ts";

/** How a command that failed ends: what is said on standard error, and the exit code. */
export interface Failure {
  /** Empty where everything has been said already. */
  readonly message: string;
  readonly code: number;
}

export const exitCodes = { success: 0, ours: 1, users: 2, interrupted: 130 } as const;

export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError)
    return { message: "", code: error.exitCode === 0 ? 0 : exitCodes.users };
  if (error instanceof UserError || error instanceof DataError) return mistake(error.message);
  const known = explainFile(error);
  if (known !== undefined) return mistake(known);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const told = process.env.SCINOL_DEBUG ? stack : "set SCINOL_DEBUG=1 to see where";
  return { message: `scinol: unexpected failure: ${message}; ${told}`, code: exitCodes.ours };
}

function mistake(message: string): Failure {
  return { message: message.replaceAll("\n", " "), code: exitCodes.users };
}

const reasons: { [code: string]: string } = {
  ENOENT: "no such file or folder",
  ENOTDIR: "no such file or folder",
  EISDIR: "is a folder; name a file",
  EACCES: "permission denied; choose another place",
  EPERM: "permission denied; choose another place",
  EROFS: "the file system is read-only; choose another place",
  ENOSPC: "no space left on the device; free some or choose another place",
  EDQUOT: "the disk quota is used up; free some space or choose another place",
  EMFILE: "too many files are open",
};

/** A failure of the file system in the user's words; undefined where it is none. */
export function explainFile(error: unknown, path?: string): string | undefined {
  const { code, path: told } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || !Object.hasOwn(reasons, code)) return undefined;
  return `${path ?? told ?? "output"}: ${reasons[code]}`;
}
