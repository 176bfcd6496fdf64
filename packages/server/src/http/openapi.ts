import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { answersOf } from "./answers.ts";

/** What /openapi.json says beside the routes, which tell of themselves. */
export const openapi: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: "3.1.0",
    info: {
      title: "scinol",
      description:
        "Models that learn while they serve. Mistakes are answered with problem documents (RFC 9457).",
      version: "0.1.0",
      license: { name: "MIT", identifier: "MIT" },
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{}, { token: [] }],
  },
  // The answers are told here and not to the routes, which would otherwise go through every answer once more.
  transform: ({ schema, url, route }) => {
    const response = answersOf(String(route.method), url);
    return { schema: { ...schema, response }, url };
  },
};
