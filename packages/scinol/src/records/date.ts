const ISO = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * The time of a date in ISO 8601, NaN for anything else: other forms are read differently from engine to engine. Without
 * a zone it is in UTC; to the engine it would be in the machine's own, and a model would not come to the same bits.
 */
export function parseDate(text: string): number {
  const [, day, clock, zone] = ISO.exec(text.trim()) ?? [];
  if (day === undefined) return Number.NaN;
  return Date.parse(clock === undefined ? day : `${day}T${clock}${zone ?? "Z"}`);
}
