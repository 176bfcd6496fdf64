import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OpenAPIV3_1 } from "openapi-types";
import { Refusal } from "../../refusal.ts";
import { DOCS_STYLE, docsPage } from "../docs-page.ts";
import { dashboardFiles, type PageFile } from "../files.ts";

const hidden = { schema: { hide: true }, config: { page: true } };

/** What people look at: the dashboard, and the description of the API. */
export function pageRoutes(app: FastifyInstance): void {
  app.get("/openapi.json", hidden, () => app.swagger());
  app.get("/docs", hidden, (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(docsPage(app.swagger() as OpenAPIV3_1.Document)),
  );
  app.get("/docs.css", hidden, (_request, reply) => reply.type("text/css; charset=utf-8").send(DOCS_STYLE));

  const files = dashboardFiles();
  for (const file of files) app.get(`/${file.path}`, hidden, (request, reply) => send(file, request, reply));
  const index = files.find(({ path }) => path === "index.html");
  app.get("/", hidden, (request, reply) => {
    if (index === undefined)
      throw new Refusal(404, "the dashboard has not been built; npm run build. The API is at /docs");
    return send(index, request, reply);
  });
}

function send(
  { type, bytes, etag, immutable }: PageFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply
    .header("etag", etag)
    .header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type(type).send(bytes);
}
