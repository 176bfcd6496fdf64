/** The last moment that a Date can hold, in milliseconds since 1970; the first is as far before. */
export const latestMoment = 8.64e15;

const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d\d:?(?:\d\d)?)?)?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 date or date and time, NaN when the text is not one. Without a zone it is UTC,
 * so a file means the same wherever it is read.
 */
export function parseDate(text: string): number {
  const part = form.exec(text);
  if (!part) return Number.NaN;
  const [year, month, day] = [Number(part[1]), Number(part[2]), Number(part[3])];
  const [hour, minute, second] = [Number(part[4] ?? 0), Number(part[5] ?? 0), Number(part[6] ?? 0)];
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  // The calendar rolls 31 April over to 1 May; a date that does not come back as written does not exist.
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return Number.NaN;
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  const fraction = part[7] === undefined ? 0 : Number(`0.${part[7]}`) * 1000;
  return time.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + fraction - zone(part[8]);
}

function zone(text: string | undefined): number {
  if (text === undefined || text === "Z" || text === "z") return 0;
  const digits = text.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return (text[0] === "-" ? -minutes : minutes) * 60_000;
}
