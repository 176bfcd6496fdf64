import { extname } from "node:path";
import { type ByteSource, PrefixedSource } from "./bytes/byte-source.ts";
import type { Format } from "./options.ts";

const peeked = 1 << 16;

const extensions: Record<string, Format> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".json": "jsonl",
  ".svm": "svmlight",
  ".svmlight": "svmlight",
  ".libsvm": "svmlight",
  ".vw": "vw",
  ".parquet": "parquet",
  ".arrow": "arrow",
  ".feather": "arrow",
  ".duckdb": "duckdb",
};

/** Reads up to the first line that says something, tells the format from it, and gives the bytes back. */
export async function sniff(source: ByteSource): Promise<{ format: Format; whole: ByteSource }> {
  const prefix = new Uint8Array(peeked);
  let count = 0;
  let line: string | undefined;
  while (count < peeked && line === undefined) {
    const more = await source.read(prefix.subarray(count));
    if (more === 0) break;
    count += more;
    line = firstLine(prefix.subarray(0, count));
  }
  const bytes = prefix.subarray(0, count);
  line ??= Buffer.from(bytes).toString("latin1");
  const whole = new PrefixedSource(bytes, source);
  return { format: byMagic(bytes) ?? byName(source.name) ?? byLine(line.trim()), whole };
}

function firstLine(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  return text
    .split("\n")
    .slice(0, -1)
    .find((line) => line.trim() !== "");
}

function byMagic(bytes: Uint8Array): Format | undefined {
  const ascii = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (ascii.startsWith("PAR1")) return "parquet";
  if (ascii.startsWith("ARROW1")) return "arrow";
  if (ascii.slice(8) === "DUCK") return "duckdb";
  const [a, b, type, dimensions] = bytes;
  if (a === 0 && b === 0 && type >= 8 && type <= 14 && dimensions >= 1 && dimensions <= 8) return "idx";
  return undefined;
}

function byName(name: string): Format | undefined {
  const inner = name.replace(/\.(gz|zst|zstd)$/i, "");
  return extensions[extname(inner).toLowerCase()];
}

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`;
const svmlight = new RegExp(String.raw`^${number}(?: +qid:\d+)?(?: +\d+:${number})+ *(?:#.*)?$`);
// A pipe at the start, or behind numbers and a space, or behind a 'tag; then a namespace or a space.
const vw = new RegExp(
  String.raw`^(?:|${number}(?: +${number}){0,2} +|(?:${number} +){0,3}'[^ |]*)\|[^ |]*(?: +[^ |]+)+`,
);

function byLine(line: string): Format {
  if (line.startsWith("{")) return "jsonl";
  if (svmlight.test(line)) return "svmlight";
  if (vw.test(line)) return "vw";
  return "csv";
}
