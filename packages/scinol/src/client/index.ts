/*
 * The client of the service, by itself: `import { client } from "scinol/client"` brings no learner with it.
 */

export type { BulkOptions } from "./bulk.ts";
export type { CallOptions, ClientOptions } from "./call.ts";
export { type Client, client } from "./client.ts";
export { ConnectionError, ServiceError } from "./errors.ts";
export type { ModelClient } from "./model-client.ts";
export type { Signal } from "./platform.ts";
export type * from "./wire.ts";
