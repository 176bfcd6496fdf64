import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const SHORTEST = 1024;
const compress = promisify(gzip);

/** Compresses long answers to who takes gzip. Events and predictions are short, and go as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.method !== "GET" || reply.hasHeader("content-encoding")) return payload;
    const body = typeof payload === "string" ? payload : Buffer.isBuffer(payload) ? payload : "";
    if (body.length < SHORTEST || !takesGzip(request.headers["accept-encoding"])) return payload;
    const compressed = await compress(body, { level: constants.Z_BEST_SPEED });
    reply
      .header("content-encoding", "gzip")
      .header("vary", "accept-encoding")
      .header("content-length", compressed.length);
    return compressed;
  });
}

export function takesGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? "")
    .split(",")
    .some((part) => /^\s*(gzip|\*)\s*(;\s*q=(0?\.\d*[1-9]\d*|1(\.0*)?)\s*)?$/i.test(part));
}
