import type { FastifyInstance } from "fastify";

/** What people look at: the dashboard, and the description of the API. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  app.get("/openapi.json", { schema: { hide: true } as object }, () => app.swagger());
}
