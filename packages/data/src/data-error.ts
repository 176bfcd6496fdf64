/** Where in the input something was found. Lines count from 1. */
export interface Position {
  file: string;
  line?: number | undefined;
  column?: string | undefined;
}

/** A mistake in the user's data or in how it was asked for: one line, with the place, the value and a way out. */
export class DataError extends Error {
  override readonly name = "DataError";
  readonly position: Position;
  /** The message without the place. */
  readonly what: string;

  constructor(position: Position, what: string) {
    const line = position.line === undefined ? "" : `:${position.line}`;
    const column = position.column === undefined ? "" : ` column ${quote(position.column)}:`;
    super(`${position.file}${line}:${column} ${what}`);
    this.position = position;
    this.what = what;
  }
}

/** A value as an error shows it: quoted, on one line, never longer than a glance. */
export function quote(value: string): string {
  const short = value.length > 40 ? `${value.slice(0, 39)}…` : value;
  return JSON.stringify(short);
}

/** The name among `names` that `wrong` was most likely meant to be, if one is near enough. */
export function nearest(wrong: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.min(wrong.length, Math.max(2, Math.floor(wrong.length / 3)) + 1);
  for (const name of names) {
    const distance = edits(wrong.toLowerCase(), name.toLowerCase());
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** Levenshtein distance, one row of the table at a time. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
