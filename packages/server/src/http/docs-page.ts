import type { OpenAPIV3_1 } from "openapi-types";

/*
 * The description of the API for people, made from the same document that programs get at /openapi.json. It is one page without
 * any script.
 */

export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0; }
summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; }
summary:focus-visible, a:focus-visible { outline: 2px solid; outline-offset: 2px; }
code, pre { font: 0.875rem/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
.method { font-weight: 700; min-width: 4rem; }
.what { opacity: 0.75; }
`;

const METHODS = ["get", "put", "post", "delete"] as const;

export function docsPage(document: OpenAPIV3_1.Document): string {
  const { info, paths = {} } = document;
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(info.title)}: API</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<h1>${inHtml(info.title)} ${inHtml(info.version)}: API</h1>
<p>${inHtml(info.description ?? "")} The same for programs: <a href="openapi.json">openapi.json</a>. The <a href=".">dashboard</a>.</p>
<h2>Routes</h2>
${routes.map(tell).join("\n")}
</body>
</html>
`;
}

interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenAPIV3_1.OperationObject;
}

function tell({ path, method, operation }: Route): string {
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  const asked = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
  const parts = asked.map(
    ({ name, in: where, schema }) =>
      `<p><code>${inHtml(name)}</code> in the ${inHtml(where)}</p>${json(schema)}`,
  );
  for (const [type, { schema }] of Object.entries(body?.content ?? {})) {
    parts.push(`<p>Body, <code>${inHtml(type)}</code></p>${json(schema)}`);
  }
  return `<details id="${inHtml(`${method}-${path}`)}">
<summary><code class="method">${method.toUpperCase()}</code> <code>${inHtml(path)}</code> <span class="what">${inHtml(operation.summary ?? "")}</span></summary>
${parts.length === 0 ? "<p>Asks for nothing.</p>" : parts.join("\n")}
</details>`;
}

function json(schema: unknown): string {
  return `<pre>${inHtml(JSON.stringify(schema ?? {}, undefined, 2))}</pre>`;
}

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
