// The other side of open-ahead.ts: reads, and sends a block for each one asked for.
import { parentPort, workerData } from "node:worker_threads";
import { DataError } from "../data-error.ts";
import { open } from "../open.ts";
import type { Reader } from "../reader.ts";
import {
  type Message,
  type Order,
  type SentBlock,
  type SentError,
  WordSender,
  type Words,
} from "./messages.ts";
import { SharedRoom } from "./shared-room.ts";

const port = parentPort!;
const order = workerData as Order;
const vocabularies = new WordSender();

const sent = ({ position, what }: DataError): SentError => ({ position, what });

/** How many more blocks are wanted, and who waits for one to be. */
let wanted = 0;
let wake = () => {};
port.on("message", () => {
  wanted++;
  wake();
});

async function turn(): Promise<void> {
  while (wanted === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  wanted--;
}

function say(message: Message): void {
  port.postMessage(message);
}

function skipped(reader: Reader | undefined): { skipped: number; reasons: SentError[] } {
  return { skipped: reader?.skipped.count ?? 0, reasons: (reader?.skipped.reasons ?? []).map(sent) };
}

async function read(reader: Reader): Promise<void> {
  const room = new SharedRoom();
  const deliver = (block: SentBlock, words: Words[]) =>
    say({ kind: "block", block: room.share(block), words, progress: reader.progress(), ...skipped(reader) });
  if (reader.shape === "table") {
    for await (const { dictionaries, ...block } of reader.blocks()) {
      await turn();
      deliver(
        block,
        dictionaries.map((dictionary) => vocabularies.words(dictionary)),
      );
    }
    return;
  }
  for await (const { names, ...block } of reader.blocks()) {
    await turn();
    deliver(block, names ? [vocabularies.words(names)] : []);
  }
}

async function work(): Promise<void> {
  let reader: Reader | undefined;
  try {
    reader = await open(order.sources, order.options);
    const { shape, format } = reader;
    say({ kind: "opened", shape, format, columns: reader.shape === "table" ? reader.columns : [] });
    await read(reader);
    say({ kind: "end", ...skipped(reader) });
  } catch (error) {
    if (error instanceof DataError) say({ kind: "error", error: sent(error), ...skipped(reader) });
    else say({ kind: "defect", error });
  }
  port.close();
}

// Not awaited: readers that are loaded when they are needed may import from this file, and would wait for it to end.
work();
