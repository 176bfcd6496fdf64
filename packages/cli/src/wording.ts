/** Numbers and tables as people read them. */

/** 41,188. The language's own formatter is left to what is no whole number: it takes milliseconds to get ready. */
export function count(value: number): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString("en");
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "1 row", "2 rows". */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** A loss or weight, four digits after the point or four that count. */
export function figure(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1e-3 && size < 1e5) return value.toFixed(4);
  return value.toPrecision(4);
}

/** 91.2 % */
export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

export function duration(seconds: number): string {
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} bytes`;
  return size < 1e6 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`;
}

/** Columns that line up: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[], indent = ""): string {
  const widths = rows[0].map((_, n) => Math.max(...rows.map((row) => [...(row[n] ?? "")].length)));
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, n) => (n === 0 ? cell.padEnd(widths[n]) : cell.padStart(widths[n])))
          .join("  ")
          .trimEnd(),
    )
    .join("\n");
}

/** A field of CSV, quoted where it must be. */
export function csvField(value: unknown): string {
  const text =
    value === null || value === undefined ? "" : value instanceof Date ? value.toISOString() : String(value);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvField).join(",")}\n`;
}
