import { type OpenOptions, open } from "@scinol/data";
import { sharedBytes, sharedCodes, sharedFloats, type Table } from "./table.ts";

export interface ReadOptions extends Pick<OpenOptions, "delimiter" | "header" | "categorical"> {
  /** What errors call the data. */
  readonly name: string;
  /** Columns of numbers, by place from 1, that are codes for categories. */
  readonly coded?: readonly number[];
  /** How many of the files, from the first, are the training set; left out, there is none. */
  readonly trainingFiles?: number;
  /** The classes in order; left out, sorted as texts. */
  readonly classes?: readonly string[];
}

/** Reads delimited text whose last column is the class; several files are one after the other. */
export async function readDelimited(
  contents: readonly Uint8Array[],
  { name, coded = [], trainingFiles, classes, ...options }: ReadOptions,
): Promise<Table> {
  const blocks: { numbers: Float64Array; codes: Int32Array; rows: number }[] = [];
  let rows = 0;
  let training: number | undefined;
  let columns: { name: string; text: boolean; slot: number }[] = [];
  let dictionaries: readonly { readonly values: readonly string[] }[] = [];
  // One reader for all the files, so that a text has one code; which file a row is of is told by the block.
  const names = contents.map((_, n) => `${name} (file ${n + 1})`);
  const reader = await open(
    contents.map((bytes) => inPieces(bytes)),
    { ...options, name, format: "csv", sample: 5000 },
  );
  if (reader.shape !== "table") throw new RangeError(`${names[0]}: is not a table`);
  columns = reader.columns.map((column) => ({
    name: column.name,
    text: column.kind === "text",
    slot: column.slot,
  }));
  for await (const block of reader.blocks()) {
    blocks.push({
      rows: block.rows,
      numbers: block.numbers.slice(0, block.rows * block.numbersPerRow),
      codes: block.codes.slice(0, block.rows * block.textsPerRow),
    });
    dictionaries = block.dictionaries;
    rows += block.rows;
  }
  if (trainingFiles !== undefined) {
    training = contents.slice(0, trainingFiles).reduce((sum, bytes) => sum + lineCount(bytes), 0);
  }

  const label = columns[columns.length - 1];
  const inputs = columns.slice(0, -1);
  const numberColumns = inputs.filter(({ text }) => !text);
  const textColumns = inputs.filter(({ text }) => text);
  const codedColumns = numberColumns.filter((column) => coded.includes(inputs.indexOf(column) + 1));
  const numbersPerRow = columns.filter(({ text }) => !text).length;
  const textsPerRow = columns.length - numbersPerRow;

  const numbers = sharedFloats(rows * numberColumns.length);
  const codes = sharedCodes(rows * textColumns.length);
  const labelTexts: string[] = new Array(rows);
  let row = 0;
  for (const block of blocks) {
    for (let r = 0; r < block.rows; r++, row++) {
      for (let i = 0; i < numberColumns.length; i++) {
        const value = block.numbers[r * numbersPerRow + numberColumns[i].slot];
        if (Number.isNaN(value))
          throw new RangeError(`${name}: row ${row + 1} has no ${numberColumns[i].name}`);
        numbers[row * numberColumns.length + i] = value;
      }
      for (let i = 0; i < textColumns.length; i++) {
        const code = block.codes[r * textsPerRow + textColumns[i].slot];
        if (code < 0) throw new RangeError(`${name}: row ${row + 1} has no ${textColumns[i].name}`);
        codes[row * textColumns.length + i] = code;
      }
      labelTexts[row] = label.text
        ? dictionaries[label.slot].values[block.codes[r * textsPerRow + label.slot]]
        : String(block.numbers[r * numbersPerRow + label.slot]);
    }
  }
  const known = classes ?? [...new Set(labelTexts)].sort();
  return {
    rows,
    classes: known,
    labels: labelsOf(name, labelTexts, known),
    numberNames: numberColumns.map((column) => column.name),
    numbers,
    divisor: 1,
    textNames: textColumns.map((column) => column.name),
    codes,
    dictionaries: textColumns.map(({ slot }) => [...dictionaries[slot].values]),
    coded: codedColumns.map((column) => column.name),
    meaningfulZero: false,
    training,
  };
}

export function labelsOf(name: string, texts: readonly string[], classes: readonly string[]): Uint8Array {
  const positions = new Map(classes.map((text, k) => [text, k]));
  const labels = sharedBytes(texts.length);
  for (let row = 0; row < texts.length; row++) {
    const position = positions.get(texts[row]);
    if (position === undefined) {
      throw new RangeError(
        `${name}: row ${row + 1} is of class "${texts[row]}"; known are ${classes.join(", ")}`,
      );
    }
    labels[row] = position;
  }
  return labels;
}

/** The lines of a file that are not empty. */
function lineCount(bytes: Uint8Array): number {
  let lines = 0;
  let empty = true;
  for (const byte of bytes) {
    if (byte === 10) {
      if (!empty) lines++;
      empty = true;
    } else if (byte !== 13 && byte !== 32) empty = false;
  }
  return empty ? lines : lines + 1;
}

const PIECE = 1 << 20;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
