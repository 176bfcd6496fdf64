// What the library weighs and how long it takes to be there: the files that are shipped, compressed as servers do, and the
// time `import` takes in a fresh Node.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

export const TARGET = { kilobytes: 60, milliseconds: 15 };

const timed = `const start = performance.now();
  await import("scinol");
  console.log(performance.now() - start);`;

export function librarySize({ repetitions = 15 } = {}) {
  const texts = filesFrom(new URL("../packages/scinol/bundle/index.js", import.meta.url));
  const sum = (size) => texts.map(size).reduce((a, b) => a + b) / 1000;
  return {
    minified: sum(({ length }) => length),
    kilobytes: sum((text) => gzipSync(text, { level: 9 }).length),
    milliseconds: Math.min(...Array.from({ length: repetitions }, importTime)),
  };
}

/** A file and those it imports. */
function filesFrom(file) {
  const text = readFileSync(file, "utf8");
  const imported = [...text.matchAll(/from"(\.\/[^"]+)"/g)].map(([, path]) => new URL(path, file));
  return [text, ...imported.flatMap(filesFrom)];
}

function importTime() {
  const words = ["--input-type=module", "-e", timed];
  return Number(
    execFileSync(process.execPath, words, { encoding: "utf8", cwd: new URL(".", import.meta.url) }),
  );
}
