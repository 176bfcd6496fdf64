import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join, relative, sep } from "node:path";

const TYPES: { readonly [extension: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
};

export interface PageFile {
  /** Below the root: "index.html", "assets/index-x7.js". */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
  /** Its name changes with its content. */
  readonly immutable: boolean;
}

/** The files of the dashboard, read once: there is no path that a request could lead astray. None where it was not built. */
export function dashboardFiles(): PageFile[] {
  const root = builtPages();
  if (root === undefined) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && Object.hasOwn(TYPES, extname(entry.name)))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = relative(root, file).split(sep).join("/");
      const bytes = readFileSync(file);
      const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
      return { path, type: TYPES[extname(file)], bytes, etag, immutable: path.startsWith("assets/") };
    });
}

function builtPages(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve("@scinol/web/index.html"));
  } catch {
    return undefined;
  }
}
