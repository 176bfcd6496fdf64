import { latestMoment } from "../date.ts";

/** How numbers of one type lie one after the other, and what double each is. */
export interface PlainNumbers {
  /** Bytes a number. */
  readonly width: number;
  /** Reads `count` numbers from `from` on and puts them into `into` at `at`, `at` + `step`, … */
  read(view: DataView, from: number, count: number, into: Float64Array, at: number, step: number): void;
}

export const doubles: PlainNumbers = {
  width: 8,
  read(view, from, count, into, at, step) {
    for (let i = 0; i < count; i++) into[at + i * step] = view.getFloat64(from + i * 8, true);
  },
};

export const floats: PlainNumbers = {
  width: 4,
  read(view, from, count, into, at, step) {
    for (let i = 0; i < count; i++) into[at + i * step] = view.getFloat32(from + i * 4, true);
  },
};

/** Whole numbers of four bytes, each divided; by a power of ten when they are decimals. */
export function ints(signed: boolean, divisor: number): PlainNumbers {
  return {
    width: 4,
    read(view, from, count, into, at, step) {
      for (let i = 0; i < count; i++) {
        const value = view.getInt32(from + i * 4, true);
        into[at + i * step] = (signed ? value : value >>> 0) / divisor;
      }
    },
  };
}

/** Whole numbers of eight bytes, each as the nearest double. */
export function longs(signed: boolean): PlainNumbers {
  return {
    width: 8,
    read(view, from, count, into, at, step) {
      for (let i = 0; i < count; i++) {
        const low = view.getUint32(from + i * 8, true);
        const high = view.getInt32(from + i * 8 + 4, true);
        // The product is exact, so there is one rounding.
        into[at + i * step] = (signed ? high : high >>> 0) * 2 ** 32 + low;
      }
    },
  };
}

/** Decimals of eight bytes, rounded as DuckDB does: what no double holds exactly in two parts. */
export function longDecimals(scale: number): PlainNumbers {
  const divisor = 10 ** scale;
  const power = 10n ** BigInt(scale);
  return eachLong((value, exact) => {
    if (value !== undefined) return value / divisor;
    return Number(exact / power) + Number(exact % power) / divisor;
  });
}

/** Timestamps of so many units a millisecond, cut off to whole ones. */
export function timestamps(unitsPerMillisecond: number): PlainNumbers {
  const units = BigInt(unitsPerMillisecond);
  return eachLong((value, exact) => {
    if (value !== undefined) return moment((value - (value % unitsPerMillisecond)) / unitsPerMillisecond);
    return exact === never || exact === -never ? Number.NaN : moment(Number(exact / units));
  });
}

/** How DuckDB writes a timestamp without end. */
const never = 2n ** 63n - 1n;

/** The moment, or missing when no Date can hold it, as one without end is. */
function moment(milliseconds: number): number {
  return Math.abs(milliseconds) <= latestMoment ? milliseconds : Number.NaN;
}

/** Of eight bytes as a double where one is exact, and otherwise as they are. */
function eachLong(convert: (value: number | undefined, exact: bigint) => number): PlainNumbers {
  const plain = longs(true);
  const one = new Float64Array(1);
  return {
    width: 8,
    read(view, from, count, into, at, step) {
      for (let i = 0; i < count; i++) {
        plain.read(view, from + i * 8, 1, one, 0, 1);
        const exact = Number.isSafeInteger(one[0]);
        into[at + i * step] = exact
          ? convert(one[0], 0n)
          : convert(undefined, view.getBigInt64(from + i * 8, true));
      }
    },
  };
}

/** Days since 1970 as milliseconds. Those without end are too far off, too. */
export const days: PlainNumbers = {
  width: 4,
  read(view, from, count, into, at, step) {
    for (let i = 0; i < count; i++) {
      into[at + i * step] = moment(view.getInt32(from + i * 4, true) * 86_400_000);
    }
  },
};
