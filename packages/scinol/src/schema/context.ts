import { type DateFormat, exchanged } from "./date-format.ts";
import { type DecimalMark, type NumberStyle, plainStyle } from "./number-style.ts";
import type { Reading } from "./reading.ts";

/** What columns have in common whose values decide it: a file is usually written by one program in one country. */
export interface Context {
  /** The decimal mark; undefined if no column decides. */
  readonly decimal: DecimalMark | undefined;
  /** Whether dates have the day before the month; undefined if no column decides. */
  readonly isDayFirst: boolean | undefined;
}

export function contextOf(readings: Iterable<Reading>): Context {
  let [points, commas, dayFirst, monthFirst] = [0, 0, 0, 0];
  for (const reading of readings) {
    if (reading.kind === "number") {
      const found = new Set(reading.styles.map(({ decimal }) => decimal));
      if (found.size > 1) continue;
      if (found.has(",")) commas++;
      else points++;
    }
    if (reading.kind === "date") {
      const found = new Set(reading.formats.map(isDayFirst));
      if (found.size > 1) continue;
      if (found.has(true)) dayFirst++;
      if (found.has(false)) monthFirst++;
    }
  }
  return {
    decimal: commas === points ? undefined : commas > points ? "," : ".",
    isDayFirst: dayFirst === monthFirst ? undefined : dayFirst > monthFirst,
  };
}

/** Returns the style that agrees with the context, else the simplest. */
export function chooseStyle(styles: readonly NumberStyle[], { decimal }: Context): NumberStyle {
  const expected = decimal ?? plainStyle.decimal;
  return styles.find((style) => style.decimal === expected) ?? styles[0];
}

/** Returns the format that agrees with the context, else the usual one for its marks. */
export function chooseFormat(formats: readonly DateFormat[], context: Context): DateFormat {
  if (context.isDayFirst === undefined) return formats[0];
  return formats.find((format) => isDayFirst(format) === context.isDayFirst) ?? formats[0];
}

/** Whether the day is before the month; undefined for formats in which the two cannot be confused. */
function isDayFirst(format: DateFormat): boolean | undefined {
  return exchanged[format] === undefined ? undefined : format.startsWith("D");
}
