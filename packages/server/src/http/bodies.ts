import { isUtf8 } from "node:buffer";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest, RequestPayload } from "fastify";
import type { Limits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { HeldBodies } from "./held-bodies.ts";
import { isDeeper } from "./json-depth.ts";
import { SlowBodies } from "./slow-bodies.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The JSON body as it came. */
    bytes: Buffer;
  }
}

/** How bodies are read: JSON from anywhere, gzip undone, and nobody may take for ever. */
export function readBodies(app: FastifyInstance, limits: Limits): void {
  app.decorateRequest("bytes", null as never);
  app.removeAllContentTypeParsers();
  const slow = new SlowBodies(limits.patience);
  const held = new HeldBodies(limits.bodies);
  app.addHook("onClose", async () => slow.stop());
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: limits.body },
    (request, body, done) => {
      slow.arrived(request.raw);
      try {
        request.bytes = body as Buffer;
        done(null, parseJson(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  app.addHook("preParsing", (request, reply, payload, done) => {
    try {
      const plain = inflated(request, payload);
      if (!isLines(request.headers["content-type"])) {
        slow.watch(plain);
        held.watch(plain, reply.raw);
      }
      done(null, plain);
    } catch (error) {
      done(error as Error);
    }
  });
}

export const NDJSON = "application/x-ndjson";

/** As Fastify tells types apart: by what comes before the parameters, in any case. */
function isLines(type = ""): boolean {
  return type.split(";")[0].trim().toLowerCase() === NDJSON;
}

/** Bodies larger than this many bytes are looked at before they are parsed; no body of ours needs so many levels. */
const SMALL = 2 ** 20;
const DEEPEST = 100;

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Refusal(400, "the body is empty, where JSON was expected", "body");
  // Parsing brackets alone takes seventy times their memory: in a small body that does no harm, and the record's own check is later.
  if (bytes.length > SMALL && isDeeper(bytes, DEEPEST)) {
    throw new Refusal(400, `nested deeper than ${DEEPEST} levels`, "body");
  }
  if (!isUtf8(bytes)) throw new Refusal(400, "the body is not UTF-8", "body");
  const text = bytes.toString();
  let value: unknown;
  try {
    // JSON.parse makes own properties of all names: "__proto__" is just one.
    value = JSON.parse(text);
  } catch (error) {
    throw new Refusal(
      400,
      `not JSON: ${(error as Error).message.replace(/\s+/g, " ").slice(0, 200)}`,
      "body",
    );
  }
  // Only an escape can make half a surrogate pair of what is UTF-8.
  if (text.includes("\\u") && /\\u[dD][89a-fA-F]/.test(text)) refuseHalves(value);
  return value;
}

/** Refuses texts that no UTF-8 can hold; walks without recursion. */
function refuseHalves(value: unknown): void {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") {
      if (!next.isWellFormed()) throw new Refusal(400, "a text holds half a surrogate pair", "body");
    } else if (typeof next === "object" && next !== null) {
      for (const [key, inner] of Object.entries(next)) waiting.push(key, inner);
    }
  }
}

type Payload = RequestPayload & { receivedEncodedLength?: number };

/** The body without its compression. Fastify counts what comes out against the limit, so a bomb is stopped early. */
function inflated(request: FastifyRequest, payload: Payload): Payload {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return payload;
  if (encoding !== "gzip") {
    throw new Refusal(
      415,
      `content-encoding ${encoding.slice(0, 50)} is not known here; use gzip or none`,
      "content-encoding",
    );
  }
  const gunzip: Payload = createGunzip();
  gunzip.receivedEncodedLength = 0;
  payload.on("data", (chunk: Buffer) => {
    gunzip.receivedEncodedLength! += chunk.length;
  });
  const fail = () => gunzip.destroy(new Refusal(400, "is not what gzip makes, or is cut short", "body"));
  payload.on("error", fail);
  payload.on("close", () => {
    if (!payload.readableEnded) fail();
  });
  gunzip.on("error", () => {});
  payload.pipe(gunzip as unknown as NodeJS.WritableStream);
  return gunzip;
}
