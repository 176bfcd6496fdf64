import { Caller, type CallOptions, type ClientOptions } from "./call.ts";
import { ModelClient } from "./model-client.ts";
import type { ModelSummary } from "./wire.ts";

/** A service, seen from outside. */
export interface Client {
  /** Every model there is. */
  models(options?: CallOptions): Promise<readonly ModelSummary[]>;
  /** A model by its name; nothing is asked of the service yet, so it need not exist. */
  model(name: string): ModelClient;
}

/**
 * A client of the service at an address such as `http://127.0.0.1:8080`.
 *
 * A call that can be made twice without harm is made again, with growing pauses, when the service is busy or the connection
 * breaks: everything but learning without keys, predicting with an id, promoting and rolling back.
 */
export function client(address: string | { readonly href: string }, options: ClientOptions = {}): Client {
  const caller = new Caller(typeof address === "string" ? address : address.href, options);
  return {
    async models(options) {
      const call = { method: "GET", path: "/models", repeatable: true } as const;
      return (await caller.json<{ models: ModelSummary[] }>(call, options)).models;
    },
    model: (name) => new ModelClient(caller, name),
  };
}
