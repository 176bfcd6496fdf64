/** Rows of an array of objects under the names of their columns; `columns` says how to write each. */
export function table(rows, columns) {
  const cells = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((write) => write(row))),
  ];
  const widths = cells[0].map((_, c) => Math.max(...cells.map((line) => line[c].length)));
  return cells
    .map((line) =>
      line.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "),
    )
    .join("\n");
}

export const digits = (value, count) => (value === undefined ? "-" : value.toFixed(count));
export const verdict = (reached) => (reached ? "reached" : "missed");
