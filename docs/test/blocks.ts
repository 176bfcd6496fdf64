import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** The code blocks of the documentation, and a plugin that lets a test import them as modules. */

export const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Block {
  readonly page: string;
  /** The line its code begins at. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** What a `// → …` comment says the code prints, line by line. */
  readonly prints: readonly string[];
}

/** Every page there is: the front page, those in docs, and a front page for each package. */
export function pages(): string[] {
  const docs = readdirSync(`${root}docs`).filter((name) => name.endsWith(".md"));
  const rooms = readdirSync(`${root}packages`).map((name) => `packages/${name}/README.md`);
  return ["README.md", ...docs.map((name) => `docs/${name}`), ...rooms].filter((page) =>
    existsSync(root + page),
  );
}

export function text(page: string): string {
  return readFileSync(root + page, "utf8");
}

export function blocks(page: string): Block[] {
  const source = text(page);
  return [...source.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language, code] = match;
    const line = source.slice(0, match.index).split("\n").length + 1;
    const prints = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, printed]) => printed.trimEnd());
    return { page, line, language, code, prints };
  });
}

/** The module that a block is imported as: beside this file, so that `scinol` is found, though no such file exists. */
export function moduleOf({ page, line, language }: Block): string {
  return `${root}docs/test/blocks/${page.replaceAll("/", "-")}-${line}.${language}`;
}

/** Where the documentation says that the service is; its programs then talk to the one that the tests have started. */
const SERVICE = '"http://127.0.0.1:8080"';

export function documentation(): Plugin {
  const modules = new Map(
    pages().flatMap((page) =>
      blocks(page).map(
        (b) => [moduleOf(b), b.code.replaceAll(SERVICE, "process.env.SCINOL_SERVICE")] as const,
      ),
    ),
  );
  return {
    name: "documentation",
    resolveId: (id) => (modules.has(id) ? id : undefined),
    load: (id) => modules.get(id),
  };
}
