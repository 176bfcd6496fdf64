import type { FastifyInstance } from "fastify";
import type { ModelEvent } from "scinol/client";
import { metricsOf } from "../../model/describe.ts";
import type { Model } from "../../model/model.ts";
import { Refusal } from "../../refusal.ts";
import type { Service } from "../service.ts";

const TICK = 1000;
/** A listener that is further behind than this many bytes misses predictions, and in the end metrics. */
const BEHIND = 256 * 1024;

/** `…/events`: metrics every second, drift alarms and some predictions, as they happen. */
export function liveRoute(app: FastifyInstance, { models, limits }: Service): void {
  const ends = new Set<() => void>();

  app.get<{ Params: { name: string } }>(
    "/models/:name/events",
    {
      config: { scope: "read" },
      schema: { summary: "Metrics, drift alarms and some predictions as server-sent events" },
    },
    (request, reply) => {
      const model = models.get(request.params.name);
      if (model.listeners.size >= limits.listeners) {
        throw new Refusal(429, `there are ${limits.listeners} listeners already`);
      }
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as { [name: string]: string }),
        "content-type": "text/event-stream; charset=utf-8",
        "x-accel-buffering": "no",
      });
      const send = ({ event, data }: ModelEvent) => {
        if (raw.writableLength < BEHIND) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      };
      let stop = () => {};
      const end = () => {
        stop();
        ends.delete(end);
        raw.end(() => request.raw.socket.destroySoon());
      };
      stop = listen(model, send, end);
      ends.add(end);
      raw.on("close", end).on("error", end);
    },
  );

  // Whoever listens would otherwise keep the service from ending.
  app.addHook("preClose", async () => {
    for (const end of ends) end();
  });
}

/** Listens to a model until the function that is answered is called; `gone` is called when the model goes. */
function listen(model: Model, send: (event: ModelEvent) => void, gone: () => void): () => void {
  send({ event: "metrics", data: metricsOf(model) });
  model.listeners.add(send);
  model.farewells.add(gone);
  if (!clocks.has(model))
    clocks.set(
      model,
      setInterval(() => tick(model), TICK),
    );
  return () => {
    model.listeners.delete(send);
    model.farewells.delete(gone);
    if (model.listeners.size > 0) return;
    clearInterval(clocks.get(model));
    clocks.delete(model);
  };
}

/** One clock for all that listen to a model: its metrics are worked out once. */
const clocks = new Map<Model, NodeJS.Timeout>();

function tick(model: Model): void {
  model.tell({ event: "metrics", data: metricsOf(model) });
}
