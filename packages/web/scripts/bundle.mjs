// Builds the pages into dist/, unless nothing they are made from has changed since the last time.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const room = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(room, "dist/.made-from");

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function madeFrom() {
  const hash = createHash("sha256");
  const sources = ["index.html", "package.json", "vite.config.ts"].map((name) => join(room, name));
  const folders = ["src", "public", "../scinol/dist/client"].map((name) => join(room, name));
  for (const file of [...sources, ...folders.flatMap(filesOf)]) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function madeLast() {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return "";
  }
}

const now = madeFrom();
if (now !== madeLast()) {
  const { build } = await import("vite");
  await build({ root: room, logLevel: "warn" });
  writeFileSync(stamp, now);
}
