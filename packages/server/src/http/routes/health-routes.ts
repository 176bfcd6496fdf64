import type { FastifyInstance } from "fastify";
import { Refusal } from "../../refusal.ts";
import type { Service } from "../service.ts";

/** For whoever runs the service: is it there, does it serve, how is it doing. */
export function healthRoutes(app: FastifyInstance, service: Service): void {
  app.get("/healthz", { schema: { summary: "Whether the process is alive" } }, () => ({ status: "alive" }));

  app.get("/readyz", { schema: { summary: "Whether the models answer" } }, () => {
    if (service.state !== "ready") throw new Refusal(503, service.state);
    return { status: "ready" };
  });

  app.get(
    "/metrics",
    { config: { scope: "read" }, schema: { summary: "Counts and times, for Prometheus" } },
    (_request, reply) =>
      reply
        .type("text/plain; version=0.0.4; charset=utf-8")
        .send(service.meters.text(service.models, service.store)),
  );
}
