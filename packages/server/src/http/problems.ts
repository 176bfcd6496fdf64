import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifySchemaValidationError } from "fastify";
import { Refusal } from "../refusal.ts";
import { EventsGone, StorageBroken, StorageFull } from "../store/errors.ts";

export const PROBLEM = "application/problem+json; charset=utf-8";

/** Whatever goes wrong is told as a problem document. */
export function tellProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500 && refusal.status !== 503) request.log.error({ err: error }, refusal.message);
    return sendProblem(reply, refusal);
  });
  app.setNotFoundHandler((request) => {
    throw new Refusal(
      404,
      `there is nothing at ${request.method} ${request.url.split("?")[0].slice(0, 200)}`,
    );
  });
}

export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status } = refusal;
  if (status === 503) reply.header("retry-after", "1");
  if (status === 401) reply.header("www-authenticate", "Bearer");
  // What is left of a body that was refused half-way is not read.
  if (status === 408 || status === 413 || (status === 503 && refusal.field === "body"))
    reply.header("connection", "close");
  return reply.code(status).type(PROBLEM).send(JSON.stringify(refusal));
}

export function refusalOf(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof EventsGone) return new Refusal(409, error.message);
  if (error instanceof StorageFull || error instanceof StorageBroken) return new Refusal(507, error.message);
  const { validation, validationContext, statusCode = 500, message, code = "" } = error as FastifyError;
  if (validation !== undefined) return invalid(validation, validationContext);
  if (code.startsWith("Z_")) return new Refusal(400, "is not what gzip makes, or is cut short", "body");
  if (code === "ECONNRESET")
    return new Refusal(400, "the connection was closed before all of it had come", "body");
  if (statusCode >= 500) return new Refusal(500, "something went wrong here; the log says what");
  return new Refusal(statusCode, oneLine(message) || (STATUS_CODES[statusCode] ?? "refused"), fieldOf(code));
}

/** What Fastify's own refusals are about. */
function fieldOf(code: string): string | undefined {
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return "content-type";
  if (code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH") return "content-length";
  return code.startsWith("FST_ERR_CTP") ? "body" : undefined;
}

/** "/3/x/price" must be …: the field is "[3].x.price". */
function invalid(errors: readonly FastifySchemaValidationError[], context = "body"): Refusal {
  const {
    instancePath,
    keyword,
    params,
    message = "is not valid",
  } = errors.find((one) => one.keyword !== "if") ?? errors[0];
  const parts = instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (keyword === "required") parts.push(String(params.missingProperty));
  if (keyword === "additionalProperties") parts.push(String(params.additionalProperty));
  const field = parts
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.slice(0, 100)}`))
    .join("")
    .replace(/^\./, "");
  const among = keyword === "enum" ? `: ${(params.allowedValues as unknown[]).join(", ")}` : "";
  const told =
    keyword === "required"
      ? "is missing"
      : keyword === "additionalProperties"
        ? "is not known here"
        : message + among;
  return new Refusal(400, told, field === "" ? context : field);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
