import type { Label } from "../learner.ts";

/** What a prediction was made of, as text: for a label that comes late. */
export function encodeSaid(said: Float64Array): string {
  const bytes = new Uint8Array(said.buffer, said.byteOffset, said.byteLength);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Reads what `encodeSaid` wrote; undefined for anything else. */
export function decodeSaid(said: string): Float64Array | undefined {
  try {
    const text = atob(said);
    if (text.length === 0 || text.length % 8 !== 0) return undefined;
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return new Float64Array(bytes.buffer);
  } catch {
    return undefined;
  }
}

/** Part of every platform, but not of the library that the compiler knows. */
declare function btoa(text: string): string;
declare function atob(text: string): string;

/** A classifier's answer. */
export class Classification<L extends Label = Label> {
  /** The likeliest class; undefined while no class has been seen. */
  readonly label: L | undefined;
  /** A class never seen is absent. */
  readonly probabilities: ReadonlyMap<L, number>;
  readonly #said: Float64Array | undefined;

  constructor(label: L | undefined, probabilities: ReadonlyMap<L, number>, said: Float64Array | undefined) {
    this.label = label;
    this.probabilities = probabilities;
    this.#said = said;
  }

  /** What the answer was made of: give it to `learn` with a label that comes late. */
  get said(): string | undefined {
    return this.#said && encodeSaid(this.#said);
  }

  toJSON(): { label: L | undefined; probabilities: { [label: string]: number } } {
    return { label: this.label, probabilities: Object.fromEntries(this.probabilities) };
  }
}

/** A regressor's answer. */
export class Regression {
  readonly value: number;
  readonly #said: Float64Array | undefined;

  constructor(value: number, said: Float64Array | undefined) {
    this.value = value;
    this.#said = said;
  }

  /** What the answer was made of: give it to `learn` with a label that comes late. */
  get said(): string | undefined {
    return this.#said && encodeSaid(this.#said);
  }
}
