import swagger from "@fastify/swagger";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from "fastify";
import { Refusal } from "../refusal.ts";
import { readBodies } from "./bodies.ts";
import { answerClientError } from "./client-error.ts";
import { compressAnswers } from "./compression.ts";
import { guard } from "./guard.ts";
import { openapi } from "./openapi.ts";
import { refusalOf, sendProblem, tellProblems } from "./problems.ts";
import { eventRoutes } from "./routes/event-routes.ts";
import { healthRoutes } from "./routes/health-routes.ts";
import { liveRoute } from "./routes/live-route.ts";
import { modelRoutes } from "./routes/model-routes.ts";
import { pageRoutes } from "./routes/page-routes.ts";
import { schemasOf } from "./schemas.ts";
import type { Service } from "./service.ts";

/** The service as HTTP. */
export async function createApp(service: Service, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: service.limits.body,
    // A stream of events may take all day; bodies.ts looks after those that should not.
    requestTimeout: 0,
    http: { headersTimeout: Math.min(service.limits.patience, 60_000), connectionsCheckingInterval: 5000 },
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allowUnionTypes: true,
      },
    },
    clientErrorHandler: answerClientError,
    // What Fastify refuses before it knows a route, such as an address that cannot be decoded.
    frameworkErrors: (error, _request, reply) =>
      sendProblem(reply as unknown as FastifyReply, refusalOf(error)),
  }) as unknown as FastifyInstance;

  tellProblems(app);
  service.meters.watch(app);
  guard(app, service);
  readBodies(app, service.limits);
  compressAnswers(app);
  await app.register(swagger, openapi);

  const schemas = schemasOf(service.limits);
  await app.register(
    async (v1) => {
      v1.addHook("onRequest", (_request, _reply, done) => {
        done(service.state === "ready" ? undefined : new Refusal(503, `the service is ${service.state}`));
      });
      modelRoutes(v1, service, schemas);
      eventRoutes(v1, service, schemas);
      liveRoute(v1, service);
    },
    { prefix: "/v1" },
  );
  healthRoutes(app, service);
  pageRoutes(app);
  return app;
}
