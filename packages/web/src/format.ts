/*
 * How numbers and times are written. Nothing known is a dash, so that a place never changes its size for want of a value.
 */

export const NOTHING = "–";

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const clockOf = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const dateOf = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

type Maybe = number | null | undefined;

const known = (value: Maybe): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

export function count(value: Maybe): string {
  return known(value) ? whole.format(value) : NOTHING;
}

/** 950, 12.3K, 4.56M: for axes and rates. */
export function brief(value: Maybe): string {
  return known(value) ? short.format(value) : NOTHING;
}

/** A loss, an error, a weight: four digits that say something, whatever its size. */
export function figure(value: Maybe): string {
  if (!known(value)) return NOTHING;
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e9)) return minus(value.toExponential(2));
  if (size >= 1000) return minus(whole.format(value));
  return minus(value.toFixed(size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4));
}

/** With its sign, for what is added to something. */
export function signed(value: number): string {
  return value > 0 ? `+${figure(value)}` : figure(value);
}

export function percent(value: Maybe): string {
  return known(value) ? `${(100 * value).toFixed(1)} %` : NOTHING;
}

const UNITS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

export function duration(seconds: Maybe): string {
  if (!known(seconds)) return NOTHING;
  if (seconds === 0) return "0 s";
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? [1e-3, "ms"];
  const amount = seconds / size;
  return `${amount.toFixed(amount >= 10 || unit === "ms" ? 0 : 1)} ${unit}`;
}

export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;
}

export function clock(time: string): string {
  return clockOf.format(new Date(time));
}

export function date(time: string | null): string {
  return time === null ? NOTHING : dateOf.format(new Date(time));
}

/** A minus sign is as wide as a plus. */
function minus(text: string): string {
  return text.replaceAll("-", "−");
}
