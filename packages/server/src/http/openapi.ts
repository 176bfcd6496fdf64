import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";

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
};
