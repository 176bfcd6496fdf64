import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LabelEvent, LearnEvent, PredictRequest } from "scinol/client";
import { answer, answerAll } from "../../model/answer.ts";
import type { Model } from "../../model/model.ts";
import { Refusal } from "../../refusal.ts";
import { NDJSON, parseJson } from "../bodies.ts";
import { type Piece, pieces } from "../lines.ts";
import { refusalOf } from "../problems.ts";
import type { Schemas } from "../schemas.ts";
import type { Service } from "../service.ts";

interface Named {
  Params: { name: string };
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Where an event stands in a body: nowhere in particular if it is the only one. */
const alone = () => "";
const inArray = (n: number) => `[${n}].`;

/** What models are for: predicting, learning, labelling, forgetting. */
export function eventRoutes(app: FastifyInstance, service: Service, schemas: Schemas): void {
  const { models, limits, tokens } = service;

  app.post<Named & { Body: PredictRequest | PredictRequest[] }>(
    "/models/:name/predict",
    {
      config: { scope: "read" },
      schema: { summary: "What the model says about a record, or several", body: schemas.predict },
    },
    async (request, reply) => {
      const { body, params, headers } = request;
      const model = models.get(params.name);
      const isMany = Array.isArray(body);
      if (!isMany && body.id === undefined)
        return reply.type(JSON_TYPE).send(JSON.stringify(answer(model, body, alone)));
      // To be remembered takes room on the disk.
      const requests = isMany ? body : [body];
      if (requests.some(({ id }) => id !== undefined)) tokens?.check(headers.authorization, "learn");
      const answers = await answerAll(model, requests, isMany ? inArray : alone);
      return reply.type(JSON_TYPE).send(JSON.stringify(isMany ? answers : answers[0]));
    },
  );

  app.register(async (scope) => {
    scope.addContentTypeParser(NDJSON, (_request, payload, done) => done(null, payload));
    scope.post<Named & { Body: LearnEvent | LearnEvent[] | Readable }>(
      "/models/:name/learn",
      {
        config: { scope: "learn" },
        schema: {
          summary: "Learn from an example, or several in order; as application/x-ndjson, from any number",
          body: { content: { "application/json": { schema: schemas.learn }, [NDJSON]: { schema: {} } } },
        },
      },
      async (request) => {
        const { body, bytes } = request;
        const model = models.get(request.params.name);
        if (bytes === null) return learnStream(request, model, body as Readable, limits);
        if (Array.isArray(body)) return model.learn(bytes, "json", body, inArray);
        return model.learn(bytes, "json", [body as LearnEvent], alone);
      },
    );
  });

  app.post<Named & { Body: LabelEvent | LabelEvent[] }>(
    "/models/:name/label",
    {
      config: { scope: "learn" },
      schema: { summary: "Tell what became of earlier predictions", body: schemas.label },
    },
    ({ body, params }) => {
      const model = models.get(params.name);
      return Array.isArray(body) ? model.label(body, inArray) : model.label([body], alone);
    },
  );

  app.delete<Named & { Querystring: { key: string } }>(
    "/models/:name/events",
    {
      config: { scope: "admin" },
      schema: { summary: "Erase what was learned from one key", querystring: schemas.erase },
    },
    async ({ params, query }) => ({ erased: await models.get(params.name).erase(query.key) }),
  );

  /** One piece after the other: the next is read and checked while the last is on its way to the disk. */
  async function learnStream(
    request: FastifyRequest,
    model: Model,
    stream: Readable,
    { inflated }: typeof limits,
  ): Promise<Learned> {
    const most = request.headers["content-encoding"] === undefined ? Number.POSITIVE_INFINITY : inflated;
    const validate = request.compileValidationSchema(schemas.learnEvent);
    let soFar: Learned = { learned: 0, duplicates: 0, refused: 0, position: model.fold.position, loss: null };
    let learning = Promise.resolve();
    try {
      for await (const piece of pieces(stream, limits, most)) {
        const events = piece.lines.map((line) => readLine(piece, line, validate));
        const learned = model.learn(piece.bytes, "lines", events, (n) => `line ${piece.lines[n].number}: `);
        const before = learning;
        learning = learned.then(async (answer) => {
          await before;
          soFar = together(soFar, answer);
        });
        learning.catch(() => {});
        // One is under way while the next is gathered, and no more.
        await before;
      }
      await learning;
    } catch (error) {
      await learning.catch(() => {});
      const refusal = refusalOf(error as Error);
      throw refusal.status === 500 ? error : stopped(refusal, soFar);
    }
    return soFar;
  }
}

type Learned = Awaited<ReturnType<Model["learn"]>>;
type Validate = ReturnType<FastifyRequest["compileValidationSchema"]>;

function readLine(
  { bytes }: Piece,
  { from, to, number }: Piece["lines"][number],
  validate: Validate,
): LearnEvent {
  const field = `line ${number}`;
  let event: unknown;
  try {
    event = parseJson(bytes.subarray(from, to));
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.status, error.message, field) : error;
  }
  if (validate(event)) return event as LearnEvent;
  const [{ instancePath, message, params }] = validate.errors!;
  const part = instancePath.slice(1) || (params?.missingProperty ?? params?.additionalProperty ?? "");
  throw new Refusal(400, message ?? "is not an event", part === "" ? field : `${field}: ${part}`);
}

/** A stream is learned piece by piece, so that a mistake in a late one finds early ones learned: the answer says how many. */
function stopped(
  { status, message, field }: Refusal,
  { learned, duplicates, refused, position }: Learned,
): Refusal {
  return new Refusal(status, message, field, { learned, duplicates, refused, position });
}

function together(a: Learned, b: Learned): Learned {
  const learned = a.learned + b.learned;
  const loss = learned === 0 ? null : ((a.loss ?? 0) * a.learned + (b.loss ?? 0) * b.learned) / learned;
  const [duplicates, refused] = [a.duplicates + b.duplicates, a.refused + b.refused];
  return { learned, duplicates, refused, position: b.position, loss };
}
