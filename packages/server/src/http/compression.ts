import { constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const SHORTEST = 1024;

/** Compresses long answers to who takes gzip. Events and predictions are short, and go as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.method !== "GET" || reply.hasHeader("content-encoding")) return done(null, payload);
    const body = typeof payload === "string" ? payload : Buffer.isBuffer(payload) ? payload : "";
    if (body.length < SHORTEST || !takesGzip(request.headers["accept-encoding"])) return done(null, payload);
    gzip(body, { level: constants.Z_BEST_SPEED }, (error, compressed) => {
      if (error !== null) return done(error);
      reply.header("content-encoding", "gzip").header("vary", "accept-encoding");
      reply.header("content-length", compressed.length);
      done(null, compressed);
    });
  });
}

export function takesGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? "")
    .split(",")
    .some((part) => /^\s*(gzip|\*)\s*(;\s*q=(0?\.\d*[1-9]\d*|1(\.0*)?)\s*)?$/i.test(part));
}
