import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { ModelSettings, ModelSummary, WireOptions } from "scinol/client";
import { curvesOf, detailsOf, summaryOf } from "../../model/describe.ts";
import { Refusal } from "../../refusal.ts";
import type { StoredEntry } from "../../store/store.ts";
import type { Schemas } from "../schemas.ts";
import type { Service } from "../service.ts";

interface Named {
  Params: { name: string; challenger: string };
}

/** Models: made, shown, moved, deleted; their snapshots and challengers. */
export function modelRoutes(app: FastifyInstance, { models, limits }: Service, schemas: Schemas): void {
  const read = { scope: "read" } as const;
  const admin = { scope: "admin" } as const;

  app.get(
    "/models",
    { config: read, schema: { summary: "All models" } },
    (): {
      models: ModelSummary[];
      failed: { name: string; reason: string }[];
    } => ({ models: models.list().map(summaryOf), failed: models.failed() }),
  );

  app.put<Named & { Body: ModelSettings }>(
    "/models/:name",
    {
      config: admin,
      schema: { summary: "Make a model; the same again is no mistake", body: schemas.settings },
    },
    async ({ params, body }, reply) => {
      const made = await models.create(params.name, body);
      return reply.code(made ? 201 : 200).send(summaryOf(models.get(params.name)));
    },
  );

  app.get<Named>(
    "/models/:name",
    { config: read, schema: { summary: "Settings, counts, metrics, strongest weights" } },
    ({ params }) => detailsOf(models.get(params.name)),
  );

  app.delete<Named>(
    "/models/:name",
    { config: admin, schema: { summary: "Delete a model and all that it learned from" } },
    async ({ params }, reply) => {
      await models.delete(params.name);
      return reply.code(204).send();
    },
  );

  app.get<Named>(
    "/models/:name/curve",
    { config: read, schema: { summary: "Progressive loss of the model and its challengers" } },
    ({ params }) => curvesOf(models.get(params.name)),
  );

  app.get<Named>(
    "/models/:name/predictions",
    { config: read, schema: { summary: "Some of the latest predictions, explained" } },
    ({ params }) => ({ predictions: models.get(params.name).recent.list() }),
  );

  app.get<Named>(
    "/models/:name/export",
    { config: read, schema: { summary: "The model as a file, which load() of the library reads" } },
    ({ params }, reply) => {
      const file = models.get(params.name).fold.learner.save();
      return reply
        .type("application/octet-stream")
        .header("content-disposition", `attachment; filename="${params.name}.scinol"`)
        .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    },
  );

  app.get<Named>(
    "/models/:name/journal",
    {
      config: admin,
      schema: {
        summary:
          "What the model has learned from, as it is stored: for each entry a line that says what it is, and what was sent",
      },
    },
    ({ params }, reply) => {
      const entries = models.journal(params.name);
      return reply.type("text/plain; charset=utf-8").send(Readable.from(journalLines(entries)));
    },
  );

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parsing = { parseAs: "buffer", bodyLimit: limits.file } as const;
    scope.addContentTypeParser("application/octet-stream", parsing, (_request, body, done) =>
      done(null, body),
    );
    scope.put<Named & { Body: Buffer | undefined }>(
      "/models/:name/import",
      {
        config: admin,
        bodyLimit: limits.file,
        schema: { summary: "Make the model what a file holds", consumes: ["application/octet-stream"] },
      },
      async ({ params, body }, reply) => {
        if (body === undefined || body.length === 0)
          throw new Refusal(400, "the body is empty, where a model file was expected", "body");
        const made = await models.import(params.name, body);
        return reply.code(made ? 201 : 200).send(summaryOf(models.get(params.name)));
      },
    );
  });

  app.get<Named>(
    "/models/:name/snapshots",
    { config: read, schema: { summary: "What can be gone back to" } },
    ({ params }) => ({ snapshots: models.get(params.name).snapshots.list() }),
  );

  app.post<Named & { Body: { snapshot: string } }>(
    "/models/:name/rollback",
    { config: admin, schema: { summary: "Go back to a snapshot", body: schemas.rollback } },
    async ({ params, body }) => {
      const model = models.get(params.name);
      await model.rollback(body.snapshot);
      return summaryOf(model);
    },
  );

  app.put<Named & { Body: { options?: WireOptions } }>(
    "/models/:name/challengers/:challenger",
    { config: admin, schema: { summary: "Let another learner shadow the model", body: schemas.challenger } },
    async ({ params, body }, reply) => {
      const model = models.get(params.name);
      const added = await model.challenge(params.challenger, body.options ?? {});
      return reply.code(added ? 201 : 200).send(summaryOf(model));
    },
  );

  app.delete<Named>(
    "/models/:name/challengers/:challenger",
    { config: admin, schema: { summary: "Take a challenger away" } },
    async ({ params }, reply) => {
      await models.get(params.name).dismiss(params.challenger);
      return reply.code(204).send();
    },
  );

  app.post<Named>(
    "/models/:name/challengers/:challenger/promote",
    { config: admin, schema: { summary: "Make a challenger the model" } },
    async ({ params }) => {
      const model = models.get(params.name);
      await model.promote(params.challenger);
      return summaryOf(model);
    },
  );
}

function* journalLines(entries: Iterable<StoredEntry>): Generator<Buffer> {
  for (const { position, bytes } of entries) {
    yield bytes ?? Buffer.from(JSON.stringify({ kind: "damaged", position }));
    yield Buffer.from("\n");
  }
}
