import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { createApp } from "./http/app.ts";
import { Meters } from "./http/meters.ts";
import type { Service } from "./http/service.ts";
import type { Tokens } from "./http/tokens.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { Models } from "./model/models.ts";
import { openStore } from "./store/store.ts";

export interface ServeOptions {
  /** Where everything is kept. */
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly log: FastifyBaseLogger;
  readonly tokens?: Tokens;
  /** Origins whose web pages may call. */
  readonly origins?: readonly string[];
  readonly limits?: Partial<Limits>;
}

/** A service that runs. */
export interface Running {
  /** Where it is reached. */
  readonly address: string;
  /** Resolves when every model is back to where it was. */
  readonly recovered: Promise<void>;
  /** Finishes what is under way, saves snapshots and lets the directory go. */
  close(): Promise<void>;
}

/** Milliseconds that requests under way have to come to their end. */
const DRAIN = 20_000;

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** Starts a service. It answers at once, and for its models as soon as they have been recovered. */
export async function serve(options: ServeOptions): Promise<Running> {
  const { data, port, host, log, tokens, origins = [] } = options;
  const loopback = LOOPBACK.includes(host);
  if (!loopback && tokens === undefined) {
    throw new RangeError(
      `to be reached from elsewhere (host ${host}) the service needs tokens; give --token-file`,
    );
  }
  const limits = { ...LIMITS, ...options.limits };
  const meters = new Meters();
  const store = await openStore(data, { observe: meters.observe });
  const models = new Models(store, limits);
  const service: Service = { models, store, limits, meters, tokens, origins, loopback, state: "recovering" };
  const app = await createApp(service, log);
  const stop = async () => {
    service.state = "draining";
    const deadline = setTimeout(() => app.server.closeAllConnections(), DRAIN);
    await app.close();
    clearTimeout(deadline);
    await models.close();
    await store.close();
  };
  try {
    await app.listen({ port, host, listenTextResolver: (address) => `listening on ${address}` });
  } catch (error) {
    await stop();
    throw error;
  }
  const { address, port: bound, family } = app.server.address() as AddressInfo;
  const recovered = models.recover().then(() => {
    if (service.state === "recovering") service.state = "ready";
    log.info({ models: models.list().length }, "ready");
  });
  recovered.catch(() => {});
  return {
    address: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    recovered,
    async close() {
      await recovered.catch(() => {});
      await stop();
    },
  };
}
