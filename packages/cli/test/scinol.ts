import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const program = fileURLToPath(new URL("../bin/scinol.mjs", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder that is gone when the tests are over. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "scinol-cli-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function start(args: readonly string[], cwd: string): ChildProcess {
  return spawn(process.execPath, [program, ...args], { cwd, stdio: ["pipe", "pipe", "pipe"] });
}

/** Runs the real command in a real process. */
export function scinol(
  args: readonly string[],
  cwd: string,
  stdin: string | Uint8Array = "",
): Promise<Ended> {
  const child = start(args, cwd);
  child.stdin?.on("error", () => {});
  child.stdin?.end(stdin);
  return ended(child);
}

export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

export function write(cwd: string, files: { [name: string]: string | Uint8Array }): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
}

/** Rows of a small table that can be learned: whether `x` and the colour make `y` say yes. */
export function toyCsv(rows: number, from = 0): string {
  let text = "x,colour,flag,y\n";
  for (let row = from; row < from + rows; row++) {
    const x = ((row * 7919) % 1000) / 10;
    const colour = ["red", "green", "blue"][row % 3];
    const says = x + (colour === "red" ? 30 : 0) > 60;
    text += `${x},${colour},${row % 2},${says ? "yes" : "no"}\n`;
  }
  return text;
}
