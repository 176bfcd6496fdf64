import { exactPowers, parseDecimal } from "../decimal.ts";
import { spaces } from "./split.ts";

/** What the scanner does with a field. */
export const action = { skip: 0, number: 1, span: 2 } as const;

/** Why the scanner stopped: out of complete rows, out of room, or at a row it leaves to `splitRow`. */
export const stop = { empty: 0, full: 1, odd: 2 } as const;

/** What a scanner reads and fills. */
export interface ScanJob {
  bytes: Uint8Array;
  /** The next row, and the line it begins on. */
  at: number;
  line: number;
  /** Just behind a newline: every byte before it may be read, and only quotes can run into it. */
  limit: number;
  delimiter: number;
  /** One a field. */
  actions: Uint8Array;
  /** Row after row. */
  numbers: Float64Array;
  numbersPerRow: number;
  /** Row after row, the from and to of each field whose bytes are wanted. */
  spans: Int32Array;
  spansPerRow: number;
  lines: Uint32Array;
  rows: number;
  capacity: number;
}

/** Scans what it can and says why it stopped. */
export type Scanner = (job: ScanJob) => number;

/**
 * Scans rows whose every field is plain: a decimal number where one is wanted, else a text without doubled quotes. At
 * any other row it stops; nothing is an error here. This is the reference for the compiled scanner of the same name.
 */
export function scanRows(job: ScanJob): number {
  const { bytes, limit, delimiter, actions, numbers, spans, lines, capacity, spansPerRow } = job;
  const { numbersPerRow } = job;
  const spaced = delimiter === spaces;
  // With tabs between fields a tab is no blank; any byte that is already one will do instead.
  const tab = delimiter === 9 ? 32 : 9;
  const last = actions.length - 1;
  let { at, line, rows } = job;
  let why: number = stop.empty;

  row: while (at < limit) {
    if (rows === capacity) {
      why = stop.full;
      break;
    }
    let p = at;
    let c = bytes[p];
    let number = rows * numbersPerRow;
    let span = rows * spansPerRow * 2;
    let newlines = 1;
    for (let field = 0; field <= last; field++) {
      while (c === 32 || c === 13 || c === tab) c = bytes[++p];
      if (c === 10 && field === 0) {
        at = p + 1;
        line++;
        continue row;
      }
      const from = p;
      const doing = actions[field];
      if (doing === action.number && c !== 34) {
        const negative = c === 45;
        if (negative || c === 43) c = bytes[++p];
        let mantissa = 0;
        const whole = p;
        for (c -= 48; c >>> 0 <= 9; c = bytes[++p] - 48) mantissa = (Math.imul(mantissa, 10) + c) | 0;
        let digits = p - whole;
        let decimals = 0;
        if (c === -2) {
          const point = ++p;
          for (c = bytes[p] - 48; c >>> 0 <= 9; c = bytes[++p] - 48)
            mantissa = (Math.imul(mantissa, 10) + c) | 0;
          decimals = p - point;
          digits += decimals;
        }
        c += 48;
        if (digits > 0 && digits <= 9 && c !== 101 && c !== 69) {
          const value = mantissa / exactPowers[decimals];
          numbers[number++] = negative ? -value : value;
        } else if (p === from) {
          // Nothing here: missing, unless what follows is no end of a field.
          numbers[number++] = Number.NaN;
        } else {
          while (c !== delimiter && c !== 10 && c !== 32 && c !== 13 && c !== tab) c = bytes[++p];
          const value = parseDecimal(bytes, from, p);
          if (!(Math.abs(value) <= Number.MAX_VALUE)) {
            why = stop.odd;
            break row;
          }
          numbers[number++] = value;
        }
      } else if (c === 34) {
        if (doing === action.number) {
          why = stop.odd;
          break row;
        }
        for (c = bytes[++p]; c !== 34; c = bytes[++p]) {
          if (c === 10) {
            if (p + 1 >= limit) {
              why = stop.odd;
              break row;
            }
            newlines++;
          }
        }
        if (doing === action.span) {
          spans[span++] = from + 1;
          spans[span++] = p;
        }
        c = bytes[++p];
        if (c === 34) {
          why = stop.odd;
          break row;
        }
      } else {
        if (spaced) while (c !== 10 && c !== 32 && c !== 13 && c !== 9) c = bytes[++p];
        else while (c !== delimiter && c !== 10) c = bytes[++p];
        if (doing === action.span) {
          let to = p;
          while (to > from && isBlank(bytes[to - 1], tab)) to--;
          spans[span++] = from;
          spans[span++] = to;
        }
      }
      // Behind the field: its delimiter, or the end of the row.
      const behind = p;
      while (c === 32 || c === 13 || c === tab) c = bytes[++p];
      if (field < last) {
        if (spaced ? c === 10 || p === behind : c !== delimiter) {
          why = stop.odd;
          break row;
        }
        if (!spaced) c = bytes[++p];
      } else {
        if (c === delimiter && !spaced) {
          do c = bytes[++p];
          while (c === 32 || c === 13 || c === tab);
        }
        if (c !== 10) {
          why = stop.odd;
          break row;
        }
      }
    }
    lines[rows++] = line;
    line += newlines;
    at = p + 1;
  }
  job.at = at;
  job.line = line;
  job.rows = rows;
  return why;
}

function isBlank(byte: number, tab: number): boolean {
  return byte === 32 || byte === 13 || byte === tab;
}
