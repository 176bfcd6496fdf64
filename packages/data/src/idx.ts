import type { ByteSource } from "./bytes/byte-source.ts";
import { arrange, type Column, type Evidence } from "./column.ts";
import { DataError } from "./data-error.ts";
import type { Settings } from "./options.ts";
import { Rows, type TableBlock } from "./table.ts";

/** The idx format of MNIST: a big-endian header with the sizes of some dimensions, then the values. */
interface Idx {
  source: ByteSource;
  /** How many there are, and how many values each has. */
  count: number;
  size: number;
  bytesPerValue: number;
  integer: boolean;
  value(view: DataView, at: number): number;
}

const types: Record<number, Pick<Idx, "bytesPerValue" | "integer" | "value">> = {
  8: { bytesPerValue: 1, integer: true, value: (view, at) => view.getUint8(at) },
  9: { bytesPerValue: 1, integer: true, value: (view, at) => view.getInt8(at) },
  11: { bytesPerValue: 2, integer: true, value: (view, at) => view.getInt16(at) },
  12: { bytesPerValue: 4, integer: true, value: (view, at) => view.getInt32(at) },
  13: { bytesPerValue: 4, integer: false, value: (view, at) => view.getFloat32(at) },
  14: { bytesPerValue: 8, integer: false, value: (view, at) => view.getFloat64(at) },
};

const widest = 1 << 17;

async function openIdx(source: ByteSource): Promise<Idx> {
  const file = source.name;
  const head = await take(source, 4);
  const type = types[head.getUint8(2)];
  const dimensions = head.getUint8(3);
  if (head.getUint16(0) !== 0 || type === undefined || dimensions === 0) {
    throw new DataError(
      { file },
      "is not an idx file; expected it to begin with 0, 0, a type and a dimension",
    );
  }
  const sizes = await take(source, dimensions * 4);
  let size = 1;
  for (let d = 1; d < dimensions; d++) size *= sizes.getUint32(d * 4);
  if (size === 0 || size > widest)
    throw new DataError({ file }, `each row has ${size} values; 1 to ${widest} are read`);
  return { source, count: sizes.getUint32(0), size, ...type };
}

/** Exactly so many bytes. */
async function take(source: ByteSource, count: number): Promise<DataView> {
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count; ) {
    const more = await source.read(bytes.subarray(at));
    if (more === 0) {
      throw new DataError({ file: source.name }, "the file is cut off before its end");
    }
    at += more;
  }
  return new DataView(bytes.buffer);
}

export interface IdxTable {
  columns: Column[];
  blocks: AsyncGenerator<TableBlock, void, void>;
}

/** One file of values, or one of values and one of labels in either order: columns x1, x2, … and label. */
export async function openIdxTable(sources: ByteSource[], settings: Settings): Promise<IdxTable> {
  const parts = await Promise.all(sources.map(openIdx));
  if (parts.length > 2)
    throw new DataError({ file: sources[2].name }, "expected images and labels, got a third file");
  // Labels have one value a row; where both do, the second are the labels.
  const labels =
    parts.length === 2 ? (parts[1].size === 1 ? parts[1] : parts.find(({ size }) => size === 1)) : undefined;
  const values = parts.find((part) => part !== labels)!;
  if (parts.length === 2 && labels === undefined) {
    throw new DataError(
      { file: sources[1].name },
      "expected labels, one value a row; give images and labels",
    );
  }
  if (labels && labels.count !== values.count) {
    const counts = `${labels.count} labels for ${values.count} rows`;
    throw new DataError({ file: labels.source.name }, `has ${counts}; is it of another set?`);
  }
  if (values.count === 0) throw new DataError({ file: values.source.name }, "has no rows");

  const known = labels ? Math.min(labels.count, settings.sample) : 0;
  const sampled = labels ? await readLabels(labels, known) : [];
  const plain: Evidence = { kind: "number", binary: false, integer: values.integer, distinct: 0 };
  const named = Array.from({ length: values.size }, (_, i) => ({ name: `x${i + 1}`, evidence: plain }));
  if (labels) {
    const binary = sampled.every((label) => label === 0 || label === 1);
    const evidence: Evidence = {
      kind: "number",
      binary,
      integer: labels.integer,
      distinct: new Set(sampled).size,
    };
    named.push({ name: "label", evidence });
  }
  const columns = arrange(values.source.name, named, settings);
  return { columns, blocks: readIdx(values, labels, sampled, new Rows(columns, settings.missingTexts)) };
}

async function readLabels(labels: Idx, count: number): Promise<number[]> {
  const view = await take(labels.source, count * labels.bytesPerValue);
  return Array.from({ length: count }, (_, i) => labels.value(view, i * labels.bytesPerValue));
}

async function* readIdx(
  values: Idx,
  labels: Idx | undefined,
  sampled: number[],
  rows: Rows,
): AsyncGenerator<TableBlock, void, void> {
  const file = values.source.name;
  const { columns } = rows;
  let ahead = sampled;
  for (let done = 0; done < values.count; ) {
    const count = Math.min(rows.capacity, values.count - done);
    if (labels && ahead.length < count) ahead = ahead.concat(await readLabels(labels, count - ahead.length));
    const view = await take(values.source, count * values.size * values.bytesPerValue);
    for (let row = 0, at = 0; row < count; row++) {
      rows.lines[row] = done + row + 1;
      for (let i = 0; i < values.size; i++, at += values.bytesPerValue) {
        put(rows, row, columns[i], values.value(view, at), file);
      }
      if (labels) put(rows, row, columns[values.size], ahead[row], labels.source.name);
    }
    ahead = ahead.slice(count);
    rows.rows = count;
    done += count;
    yield rows.take(file);
  }
}

function put(rows: Rows, row: number, column: Column, value: number, file: string): void {
  if (column.ignored) return;
  if (column.kind === "text") {
    rows.codes[row * rows.textsPerRow + column.slot] = rows.dictionaries[column.slot].codeOf(String(value));
  } else if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    throw new DataError(
      { file, line: rows.lines[row], column: column.name },
      `${value} is not a finite number`,
    );
  } else rows.numbers[row * rows.numbersPerRow + column.slot] = value;
}
