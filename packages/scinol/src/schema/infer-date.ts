import { type DateFormat, dateFormats, formatsByName } from "./date-format.ts";
import { LATEST_MOMENT, parseDate } from "./parse-date.ts";

/** The formats that read most texts of a column; more than one where no value decides between day and month. */
export interface DateEvidence {
  readonly formats: readonly DateFormat[];
  readonly misfits: ReadonlyMap<string, number>;
}

const ordinary = dateFormats.filter((format) => !formatsByName.includes(format));

/** Whole numbers are moments only from 1973 to 2103, and dates without marks only from 1800 to 2199. */
const ranges: { readonly [format in DateFormat]?: readonly [number, number] } = {
  "epoch s": [1e11, 4.2e12],
  "epoch ms": [1e11, 4.2e12],
  YMD: [Date.UTC(1800, 0), Date.UTC(2200, 0)],
};

/** Returns the formats in which all texts but `allowed` are dates, those that read most; undefined if there are none. */
export function inferDate(texts: ReadonlyMap<string, number>, allowed: number): DateEvidence | undefined {
  return bestOf(ordinary, texts, allowed);
}

/** Returns the formats of numbers that are dates by their column's name. */
export function inferNamedDate(
  texts: ReadonlyMap<string, number>,
  allowed: number,
): DateEvidence | undefined {
  return bestOf(formatsByName, texts, allowed);
}

/** Whether the column's name is one that moments have. */
export function isDateName(name: string): boolean {
  return /time|date/i.test(name) || /(?:_at|[a-z]At|^ts|_ts)$/.test(name);
}

function bestOf(
  formats: readonly DateFormat[],
  texts: ReadonlyMap<string, number>,
  allowed: number,
): DateEvidence | undefined {
  let best: DateEvidence | undefined;
  let fewest = allowed;
  for (const format of formats) {
    const misfits = new Map<string, number>();
    const [first, last] = ranges[format] ?? [-LATEST_MOMENT, LATEST_MOMENT];
    let count = 0;
    for (const [text, times] of texts) {
      const time = parseDate(text, format);
      if (time >= first && time <= last) continue;
      count += times;
      if (count > fewest) break;
      misfits.set(text, times);
    }
    if (count > fewest) continue;
    if (best !== undefined && count === fewest) best = { ...best, formats: [...best.formats, format] };
    else best = { formats: [format], misfits };
    fewest = count;
  }
  return best;
}
