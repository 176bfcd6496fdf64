import type { Column } from "../column.ts";
import type { Position } from "../data-error.ts";
import type { Vocabulary } from "../dictionary.ts";
import type { Format, OpenOptions } from "../options.ts";
import type { SparseBlock } from "../sparse.ts";
import type { Progress, TableBlock } from "../table.ts";

/** What the reading thread is started with. */
export interface Order {
  sources: string[];
  options: OpenOptions;
}

/** An error of the user's, in parts that can be sent. */
export interface SentError {
  position: Position;
  what: string;
}

/** The part of a vocabulary that the other side has not seen: new texts, of the one with this number. */
export interface Words {
  id: number;
  added: string[];
}

/** A block whose vocabularies are sent apart. */
export type SentBlock = Omit<TableBlock, "dictionaries"> | Omit<SparseBlock, "names">;

/** What the reading thread says. */
export type Message =
  | { kind: "opened"; shape: "table" | "sparse"; format: Format; columns: readonly Column[] }
  | {
      kind: "block";
      block: SentBlock;
      words: Words[];
      progress: Progress;
      skipped: number;
      reasons: SentError[];
    }
  | { kind: "end"; skipped: number; reasons: SentError[] }
  | { kind: "error"; error: SentError; skipped: number; reasons: SentError[] }
  | { kind: "defect"; error: unknown };

/** Numbers vocabularies and keeps count of what was sent of each. */
export class WordSender {
  readonly #known = new WeakMap<Vocabulary, { id: number; sent: number }>();
  #next = 0;

  words(vocabulary: Vocabulary): Words {
    let known = this.#known.get(vocabulary);
    if (known === undefined) {
      known = { id: this.#next++, sent: 0 };
      this.#known.set(vocabulary, known);
    }
    const added = vocabulary.values.slice(known.sent);
    known.sent += added.length;
    return { id: known.id, added };
  }
}

/** Puts the vocabularies together again; one that a block no longer has is forgotten. */
export class WordReceiver {
  #vocabularies = new Map<number, { values: string[] }>();

  receive(words: Words[]): Vocabulary[] {
    const current = words.map(({ id, added }) => {
      const vocabulary = this.#vocabularies.get(id) ?? { values: [] };
      for (const text of added) vocabulary.values.push(text);
      return vocabulary;
    });
    this.#vocabularies = new Map(words.map(({ id }, i) => [id, current[i]]));
    return current;
  }
}
