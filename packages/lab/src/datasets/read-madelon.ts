import { readDelimited } from "./read-table.ts";
import type { Table } from "./table.ts";

/** Rows in one file and their classes, −1 or 1, in another; twice, for training and for testing. */
export async function readMadelon(contents: readonly Uint8Array[]): Promise<Table> {
  const [trainingRows, trainingLabels, testRows, testLabels] = contents;
  const joined = [
    besideLabels(trainingRows, trainingLabels, "madelon_train"),
    besideLabels(testRows, testLabels, "madelon_valid"),
  ];
  return readDelimited(joined, {
    name: "madelon",
    delimiter: " ",
    header: false,
    trainingFiles: 1,
    classes: ["-1", "1"],
  });
}

/** One text with the label at the end of each line, which is how every other set comes. */
function besideLabels(rows: Uint8Array, labels: Uint8Array, name: string): Uint8Array {
  const decoder = new TextDecoder();
  const lines = decoder.decode(rows).trimEnd().split("\n");
  const classes = decoder.decode(labels).trimEnd().split("\n");
  if (lines.length !== classes.length) {
    throw new RangeError(`${name}: ${lines.length} rows, but ${classes.length} labels`);
  }
  return new TextEncoder().encode(lines.map((line, n) => `${line.trim()} ${classes[n].trim()}\n`).join(""));
}
