/** Returns a whole number with commas between thousands, the same on every machine. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Returns a share in per cent with at most one decimal; no share but 1 is rounded to 100. */
export function percent(part: number, whole: number): string {
  if (part === whole) return "100 %";
  return `${Math.min(99.9, Math.round((part / whole) * 1000) / 10)} %`;
}
