// The same algorithm in C++, compiled on the machine it is measured on: as one writes it, and with intrinsics.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { asNumbers } from "./streams.mjs";

export const FLAGS = ["-O3", "-march=native", "-ffast-math"];

/** Each program's name, its source, and flags of its own: the widest vectors there are, those of 256 bits, and of 128. */
const sources = {
  "C++": ["scinol2.cpp"],
  "C++ intrinsics": ["scinol2-simd.cpp"],
  "C++ intrinsics, AVX2": ["scinol2-simd.cpp", "-mno-avx512f"],
  "C++ intrinsics, 128 bits": ["scinol2-simd.cpp", "-DTWO_LANES"],
};
const room = fileURLToPath(new URL("../.bench/", import.meta.url));

/** Compiles the programs, by name; none where there is no compiler, and no intrinsics on other processors. */
export function compile() {
  const programs = {};
  if (!hasCompiler()) return programs;
  for (const [name, [source, ...flags]] of Object.entries(sources)) {
    if (name.includes("intrinsics") && process.arch !== "x64") continue;
    programs[name] = make(source, ...flags);
  }
  return programs;
}

/** Nanoseconds an example's roots and divisions take with two lanes, whatever else there is to do; undefined where unknown. */
export function dividerAlone(coordinates) {
  if (!hasCompiler() || process.arch !== "x64") return undefined;
  return Number(execFileSync(make("divider.cpp"), [String(coordinates)], { encoding: "utf8" }));
}

function hasCompiler() {
  try {
    execFileSync("g++", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const made = new Set();

function make(source, ...flags) {
  const program = `${room}${[source.replace(".cpp", ""), ...flags].join("")}`;
  if (made.has(program)) return program;
  made.add(program);
  mkdirSync(room, { recursive: true });
  const from = fileURLToPath(new URL(source, import.meta.url));
  execFileSync("g++", ["-std=c++17", ...FLAGS, ...flags, from, "-o", program], { stdio: "inherit" });
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
