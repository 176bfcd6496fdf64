import { cycle } from "../records/cycle.ts";
import { DAY, MINUTE, monthOfDay } from "./calendar.ts";

export type DatePart = (typeof dateParts)[number];

/** The cycles a moment can be placed on, each as the point (cos, sin) on a circle: December lies next to January. */
export const dateParts = ["hour", "weekday", "month"] as const;

/** 1970-01-01 was a Thursday; weeks begin on Sunday here. */
const FIRST_WEEKDAY = 4;

/** Writes two numbers for each part of the moment, from `at` on. All is UTC. */
export function writeDateParts(
  time: number,
  parts: readonly DatePart[],
  points: Float64Array,
  at: number,
): void {
  const day = Math.floor(time / DAY);
  for (const part of parts) {
    if (part === "hour") cycle(Math.floor((time - day * DAY) / MINUTE), DAY / MINUTE, points, at);
    else if (part === "weekday") cycle(day + FIRST_WEEKDAY, 7, points, at);
    else cycle(monthOfDay(day) - 1, 12, points, at);
    at += 2;
  }
}

/** Returns the number of days from one moment to another; NaN if either is missing. */
export function daysBetween(from: number, to: number): number {
  return (to - from) / DAY;
}

/** Returns for each date of a row the position of the row's first other date that is not missing, −1 if none. */
export function firstOtherDate(times: ArrayLike<number>, n: number): number {
  for (let other = 0; other < times.length; other++) {
    if (other !== n && !Number.isNaN(times[other])) return other;
  }
  return -1;
}
