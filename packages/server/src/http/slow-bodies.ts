import type { RequestPayload } from "fastify";
import { Refusal } from "../refusal.ts";

const LOOK = 1000;

/** Ends bodies that take too long to come. One clock for all of them: a timer for each would cost more than most requests. */
export class SlowBodies {
  private readonly patience: number;
  private readonly coming = new Map<RequestPayload, number>();
  private readonly clock: NodeJS.Timeout;

  constructor(patience: number) {
    this.patience = patience;
    this.clock = setInterval(() => this.look(Date.now()), Math.min(LOOK, patience)).unref();
  }

  watch(payload: RequestPayload): void {
    this.coming.set(payload, Date.now());
  }

  /** It is there. Left to the clock, all requests of a second would stay in memory for so long. */
  arrived(payload: RequestPayload): void {
    this.coming.delete(payload);
  }

  stop(): void {
    clearInterval(this.clock);
  }

  private look(now: number): void {
    for (const [payload, since] of this.coming) {
      if (payload.readableEnded || payload.destroyed) this.coming.delete(payload);
      else if (now - since > this.patience) {
        this.coming.delete(payload);
        // To destroy it would take the connection along, and with it the answer.
        if (payload.listenerCount("error") > 0)
          payload.emit("error", new Refusal(408, "the body did not come in time", "body"));
      }
    }
  }
}
