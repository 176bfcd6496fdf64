// The same algorithm in C++, compiled on the machine it is measured on.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { asNumbers } from "./streams.mjs";

export const FLAGS = ["-O3", "-march=native", "-ffast-math"];

const source = fileURLToPath(new URL("scinol2.cpp", import.meta.url));
const room = fileURLToPath(new URL("../.bench/", import.meta.url));

/** Compiles the program; answers undefined where there is no compiler. */
export function compile() {
  mkdirSync(room, { recursive: true });
  try {
    execFileSync("g++", ["--version"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  const program = `${room}scinol2`;
  execFileSync("g++", ["-std=c++17", ...FLAGS, source, "-o", program], { stdio: "inherit" });
  return program;
}

/** Leaves the stream where the program finds it; answers what runs the program once. */
export function prepare(program, name, stream) {
  const file = `${room}${name}.doubles`;
  writeFileSync(file, asNumbers(stream));
  return (passes) => {
    const line = execFileSync(program, [stream.kind, file, String(passes)], { encoding: "utf8" });
    const [nanoseconds, loss] = line.split(" ").map(Number);
    return { nanoseconds, loss };
  };
}
