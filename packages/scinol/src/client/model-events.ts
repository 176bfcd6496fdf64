import { backoff, type Caller, type CallOptions } from "./call.ts";
import { pause, type Reader } from "./platform.ts";
import { type ServerSentEvent, serverSentEvents } from "./server-sent-events.ts";
import type { ModelEvent } from "./wire.ts";

/** A model's events, one connection after another. Ends when the signal is aborted; throws when no connection can be had. */
export async function* modelEvents(
  caller: Caller,
  path: string,
  options: CallOptions = {},
): AsyncGenerator<ModelEvent, void, undefined> {
  const { signal } = options;
  for (let silent = 0; ; silent++) {
    try {
      const answer = await caller.open({ method: "GET", path, repeatable: true }, options);
      for await (const { event, data } of untilAborted(answer.body!.getReader(), options)) {
        silent = 0;
        yield { event, data: JSON.parse(data) } as ModelEvent;
      }
      if (!signal?.aborted) await pause(backoff(silent), signal);
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    if (signal?.aborted) return;
  }
}

/** The events of one connection; a connection that breaks has come to its end. */
async function* untilAborted(reader: Reader, { signal }: CallOptions): AsyncGenerator<ServerSentEvent> {
  const stop = () => void reader.cancel().catch(() => {});
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    yield* serverSentEvents({
      read: () => reader.read().catch(() => ({ done: true })),
      cancel: () => reader.cancel(),
    });
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
