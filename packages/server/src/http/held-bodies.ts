import type { ServerResponse } from "node:http";
import type { RequestPayload } from "fastify";
import { Refusal } from "../refusal.ts";

/** Bounds the bytes of all bodies that are held in memory together, from their first byte until their request is answered. */
export class HeldBodies {
  private readonly most: number;
  private held = 0;

  constructor(most: number) {
    this.most = most;
  }

  watch(payload: RequestPayload, response: ServerResponse): void {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      this.held += chunk.length;
      // One alone may be as long as its own limit.
      if (this.held <= this.most || this.held === bytes) return;
      payload.removeListener("data", count);
      const full = `bodies of ${this.most} bytes are being read already; try again`;
      if (payload.listenerCount("error") > 0) payload.emit("error", new Refusal(503, full, "body"));
    };
    payload.on("data", count);
    response.once("close", () => {
      payload.removeListener("data", count);
      this.held -= bytes;
    });
  }
}
