import type { TableLayout, TableRows } from "scinol";
import type { Table } from "./table.ts";

/** How many rows are handed to a learner at a time. */
const BLOCK = 64;

/**
 * Rows as the default learner is given them: numbers, texts, columns of nothing but 0 and 1 as indicators, and columns
 * of codes as the categories they are.
 */
export class LearnerRows {
  readonly table: Table;
  readonly layout: TableLayout;
  private readonly columns: readonly number[];
  private readonly codedColumns: readonly { column: number; codes: Map<number, number> }[];
  private readonly numbers: Float64Array;
  private readonly codes: Int32Array;
  private readonly dictionaries: { values: string[] }[];
  readonly labels: string[] = [];
  rows = 0;

  constructor(table: Table) {
    this.table = table;
    const names = table.numberNames;
    this.columns = names.flatMap((name, i) => (table.coded.includes(name) ? [] : [i]));
    this.codedColumns = names.flatMap((name, column) =>
      table.coded.includes(name) ? [{ column, codes: new Map<number, number>() }] : [],
    );
    this.layout = {
      numbers: this.columns.map((i) => ({
        name: names[i],
        kind: isIndicator(table, i) ? "indicator" : "number",
      })),
      texts: [...table.textNames, ...table.coded],
    };
    this.dictionaries = [
      ...table.dictionaries.map((values) => ({ values: [...values] })),
      ...table.coded.map(() => ({ values: [] as string[] })),
    ];
    this.numbers = new Float64Array(BLOCK * this.columns.length);
    this.codes = new Int32Array(BLOCK * this.layout.texts.length);
  }

  /** Calls back with every block of these rows, in order, and where among them it begins. */
  each(
    rows: ArrayLike<number>,
    visit: (block: TableRows, labels: readonly string[], from: number) => void,
  ): void {
    for (let from = 0; from < rows.length; from += BLOCK) {
      const count = Math.min(BLOCK, rows.length - from);
      this.labels.length = count;
      for (let n = 0; n < count; n++) {
        this.fill(n, rows[from + n]);
        this.labels[n] = this.table.classes[this.table.labels[rows[from + n]]];
      }
      visit(
        { rows: count, numbers: this.numbers, codes: this.codes, dictionaries: this.dictionaries },
        this.labels,
        from,
      );
    }
  }

  private fill(n: number, row: number): void {
    const { table, columns, codedColumns } = this;
    const first = row * table.numberNames.length;
    for (let i = 0; i < columns.length; i++) {
      this.numbers[n * columns.length + i] = table.numbers[first + columns[i]] / table.divisor;
    }
    const width = this.layout.texts.length;
    const texts = table.textNames.length;
    for (let i = 0; i < texts; i++) this.codes[n * width + i] = table.codes[row * texts + i];
    for (let i = 0; i < codedColumns.length; i++) {
      const { column, codes } = codedColumns[i];
      const value = table.numbers[first + column];
      let code = codes.get(value);
      if (code === undefined) {
        code = codes.size;
        codes.set(value, code);
        this.dictionaries[texts + i].values.push(String(value));
      }
      this.codes[n * width + texts + i] = code;
    }
  }
}

/** Enough rows to tell a column that is not all 0 and 1. */
const LOOKED_AT = 20_000;

function isIndicator(table: Table, column: number): boolean {
  if (table.meaningfulZero) return true;
  const width = table.numberNames.length;
  for (let row = 0; row < Math.min(table.rows, LOOKED_AT); row++) {
    const x = table.numbers[row * width + column];
    if (x !== 0 && x !== 1) return false;
  }
  return true;
}
