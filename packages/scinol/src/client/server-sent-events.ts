import type { Reader } from "./platform.ts";

declare const TextDecoder: new () => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };

/** One event of a text/event-stream. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** The events of a text/event-stream, as they come. Leaving the loop closes the connection. */
export async function* serverSentEvents(reader: Reader): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A carriage return at the end of a piece may be half of a line's end: it waits for the next piece.
      rest += decoder.decode(value, { stream: true });
      const held = rest.endsWith("\r") ? "\r" : "";
      const blocks = rest
        .slice(0, rest.length - held.length)
        .replace(/\r\n?/g, "\n")
        .split("\n\n");
      rest = blocks.pop() + held;
      for (const block of blocks) {
        const event = parse(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** A comment, which keeps a quiet connection open, has no data and is no event. */
function parse(block: string): ServerSentEvent | undefined {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line)!;
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
  return data.length === 0 ? undefined : { event, data: data.join("\n") };
}
