import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";
import type { Scope, Tokens } from "./tokens.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a token must allow; left out, anybody may. */
    scope?: Scope;
    /** For people to look at. */
    page?: boolean;
  }
}

export interface GuardOptions {
  readonly tokens: Tokens | undefined;
  /** Web pages of these origins may call; of others, none but our own. */
  readonly origins: readonly string[];
  /** Bound to this machine only, so that any other name in `Host` is somebody else's trick. */
  readonly loopback: boolean;
}

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": CSP,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
};

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/** Looks at every request before anything else does: where it comes from, and whether it may. */
export function guard(app: FastifyInstance, { tokens, origins, loopback }: GuardOptions): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(HEADERS);
    const { host = "", origin, authorization } = request.headers;
    try {
      // A page elsewhere can point a name of its own at this machine; the browser then takes us for a part of it.
      if (loopback && !LOOPBACK.test(host)) {
        throw new Refusal(
          421,
          `this service is reached as localhost or 127.0.0.1, not as ${host.slice(0, 100)}`,
          "host",
        );
      }
      const site = request.headers["sec-fetch-site"];
      if (origin !== undefined && origins.includes(origin)) allow(origin, reply);
      else if (isForeign(site) && !isPage(request)) {
        throw new Refusal(403, "web pages of another origin are not served", "sec-fetch-site");
      } else if (origin !== undefined && site !== "same-origin" && !isOwn(origin, host)) {
        throw new Refusal(403, "web pages of another origin are not served", "origin");
      }
      const { scope } = request.routeOptions.config;
      if (tokens !== undefined && scope !== undefined) tokens.check(authorization, scope);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  if (origins.length === 0) return;
  app.options("/*", { schema: { hide: true } as object }, (_request, reply) => {
    reply
      .header("access-control-allow-methods", "GET, PUT, POST, DELETE")
      .header("access-control-allow-headers", "authorization, content-type, content-encoding")
      .header("access-control-max-age", "600")
      .code(204)
      .send();
  });
}

/**
 * Browsers say where a request comes from, and no page can say otherwise: also of requests that carry no origin, such as those of an
 * image. Behind a proxy that passes another name on as the host, it is how our own pages are known.
 */
function isForeign(site: string | string[] | undefined): boolean {
  return site === "cross-site" || site === "same-site";
}

/** A link from elsewhere may lead to what people look at. */
function isPage({ method, headers, routeOptions }: FastifyRequest): boolean {
  const isLook = method === "GET" && headers["sec-fetch-mode"] === "navigate";
  return isLook && headers["sec-fetch-dest"] === "document" && routeOptions.config.page === true;
}

function isOwn(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function allow(origin: string, reply: { header(name: string, value: string): unknown }): void {
  reply.header("access-control-allow-origin", origin);
  reply.header("cross-origin-resource-policy", "cross-origin");
  reply.header("vary", "origin");
}
