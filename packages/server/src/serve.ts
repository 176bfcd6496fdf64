import type { AddressInfo, Socket } from "node:net";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
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
const SWEEP = 50;

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
  const store = await openStore(data, {
    observe: meters.observe,
    walk: true,
    // Should the process end while it opens the file, its last words name it.
    opening: (file) => log.info({ file }, "opening"),
  });
  const models = new Models(store, limits, log);
  const service: Service = { models, store, limits, meters, tokens, origins, loopback, state: "recovering" };
  const app = await createApp(service, log);
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const stop = async () => {
    service.state = "draining";
    await drain(app, sockets);
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
      models.stopRecovering();
      await recovered.catch(() => {});
      await stop();
    },
  };
}

/** Lets requests under way come to their end, for a while; connections without any are closed. */
async function drain(app: FastifyInstance, sockets: ReadonlySet<Socket>): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), DRAIN);
  const closed = app.close();
  // A connection whose last request is answered only now is kept alive for a next one, which will not come.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP);
  // Node does not count those among the idle ones that have not asked for anything yet.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
