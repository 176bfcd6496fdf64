import type { Dataset } from "./dataset.ts";
import { PaperRows } from "./paper-rows.ts";
import type { Table } from "./table.ts";

export interface Facts {
  readonly features: number;
  readonly records: number;
  readonly classes: number;
  readonly scale: number;
}

/** The paper's table of data sets, from our rows. */
export function factsOf(table: Table): Facts {
  const rows = new PaperRows(table);
  const squares = new Float64Array(rows.features);
  for (let row = 0; row < table.rows; row++) {
    const { indices, values } = rows.at(row);
    for (let n = 0; n < indices.length; n++) squares[indices[n]] += values[n] * values[n];
  }
  const positive = squares.filter((sum) => sum > 0);
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const sum of positive) {
    if (sum < least) least = sum;
    if (sum > most) most = sum;
  }
  return {
    features: rows.features,
    records: table.rows,
    classes: table.classes.length,
    scale: Math.sqrt(most / least),
  };
}

/** What there is to say about a data set, with the paper's numbers beside ours where the files could be read. */
export function describe(entry: Dataset, facts: Facts | undefined): string {
  const line = (name: string, paper: number | string, ours: number | string) =>
    `  ${name.padEnd(10)}${String(paper).padStart(12)}${String(ours).padStart(12)}`;
  const scale = (value: number) => value.toExponential(2).replace("e+", "E+");
  const { paper } = entry;
  return [
    `${entry.title}: ${entry.about}`,
    `  from       ${entry.page}`,
    `  licence    ${entry.licence}`,
    `  cite       ${entry.citation}`,
    `  encoding   ${entry.encoding}; other columns one-hot, the first level dropped`,
    `  split      ${entry.split}`,
    ...entry.files.map((file) => `  file       ${file.path}, ${file.bytes} bytes, sha256 ${file.sha256}`),
    "",
    line("", "the paper", "ours"),
    line("features", paper.features, facts?.features ?? "?"),
    line("records", paper.records, facts?.records ?? "?"),
    line("classes", paper.classes, facts?.classes ?? "?"),
    line("scale", scale(paper.scale), facts === undefined ? "?" : scale(facts.scale)),
    ...(paper.erratum === undefined ? [] : ["", `  ${paper.erratum}`]),
    "",
  ].join("\n");
}
