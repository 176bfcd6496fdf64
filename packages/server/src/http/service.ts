import type { Limits } from "../limits.ts";
import type { Models } from "../model/models.ts";
import type { Store } from "../store/store.ts";
import type { GuardOptions } from "./guard.ts";
import type { Meters } from "./meters.ts";

/** Everything that the routes need. */
export interface Service extends GuardOptions {
  readonly models: Models;
  readonly store: Store;
  readonly limits: Limits;
  readonly meters: Meters;
  /** What the service is doing; it answers for its models only while it is ready. */
  state: "recovering" | "ready" | "draining";
}
