import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { DataError } from "../data-error.ts";
import { totalSize } from "../inputs.ts";
import { open } from "../open.ts";
import { type OpenOptions, type Settings, type Source, settle } from "../options.ts";
import { type Ends, type Reader, sparseReader, tableReader } from "../reader.ts";
import type { SparseBlock } from "../sparse.ts";
import type { Progress, TableBlock } from "../table.ts";
import { type Message, type Order, type SentError, WordReceiver } from "./messages.ts";
import { blocksAhead } from "./shared-room.ts";

/** Files with fewer bytes than this, as they are stored, are mostly read before a thread has started. */
const worthAThread = 1 << 24;

/**
 * Opens like `open`, but reads on a thread of its own while the caller works on the block before. Streams, standard input,
 * files of less than `atLeast` bytes and machines with one core get what `open` gives.
 */
export async function openAhead(
  source: Source | readonly Source[],
  options: OpenOptions = {},
  atLeast = worthAThread,
): Promise<Reader> {
  const sources: readonly Source[] = Array.isArray(source) ? source : [source as Source];
  const paths = sources.filter((each): each is string => typeof each === "string" && each !== "-");
  const alone =
    paths.length < sources.length || availableParallelism() < 2 || (totalSize(paths) ?? 0) < atLeast;
  if (alone) return open(source, options);
  const settings = settle(options);
  const name = paths[0] ?? "query";
  const thread = await ReadingThread.start({ sources: paths, options });
  try {
    const { shape, format, columns } = await thread.opened(settings);
    if (shape === "sparse") return sparseReader(name, thread, format, settings, thread.blocks(settings));
    return tableReader(name, thread, format, columns, settings, thread.blocks(settings));
  } catch (error) {
    await thread.close();
    throw error;
  }
}

type Said<K extends Message["kind"]> = Extract<Message, { kind: K }>;

class ReadingThread implements Ends {
  readonly #worker: Worker;
  readonly #messages: Message[] = [];
  #wake = () => {};
  #progress: Progress = { bytes: 0, total: undefined };

  /** Only now is it loaded what starts threads. */
  static async start(order: Order): Promise<ReadingThread> {
    const { Worker } = await import("node:worker_threads");
    return new ReadingThread(
      new Worker(new URL("./reading-thread.js", import.meta.url), { workerData: order }),
    );
  }

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.#worker.on("message", (message: Message) => this.#receive(message));
    this.#worker.on("error", (error) => this.#receive({ kind: "defect", error }));
  }

  #receive(message: Message): void {
    this.#messages.push(message);
    this.#wake();
  }

  async opened(settings: Settings): Promise<Said<"opened">> {
    return (await this.#next(settings)) as Said<"opened">;
  }

  async *blocks<Block extends TableBlock | SparseBlock>(
    settings: Settings,
  ): AsyncGenerator<Block, void, void> {
    const words = new WordReceiver();
    for (let i = 0; i < blocksAhead; i++) this.#worker.postMessage("more");
    for (;;) {
      const message = await this.#next(settings);
      if (message.kind !== "block") return;
      this.#progress = message.progress;
      const vocabularies = words.receive(message.words);
      yield { ...message.block, dictionaries: vocabularies, names: vocabularies[0] } as unknown as Block;
      this.#worker.postMessage("more");
      // While messages keep coming nobody else, such as who hears Ctrl-C, would have a turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The next thing the thread says. Errors there are thrown as if they had happened here. */
  async #next(settings: Settings): Promise<Said<"opened" | "block" | "end">> {
    while (this.#messages.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const message = this.#messages.shift()!;
    if (message.kind === "opened") return message;
    if (message.kind === "defect") throw message.error;
    settings.skipped.count = message.skipped;
    settings.skipped.reasons.splice(0, settings.skipped.reasons.length, ...message.reasons.map(received));
    if (message.kind === "error") throw received(message.error);
    return message;
  }

  progress(): Progress {
    return this.#progress;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function received({ position, what }: SentError): DataError {
  return new DataError(position, what);
}
