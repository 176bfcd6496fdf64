export const DAY = 86_400_000;
export const HOUR = 3_600_000;
export const MINUTE = 60_000;

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Returns the number of days in a month, 0 if there is no such month. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (lengths[month - 1] ?? 0);
}

/**
 * Returns the number of days from 1970-01-01 to a date of the Gregorian calendar. Years begin in March here, so that
 * the leap day is the last one (Howard Hinnant, "chrono-compatible low-level date algorithms").
 */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Returns the month, 1 to 12, of a day counted from 1970-01-01; the inverse of `daysFromCivil`. */
export function monthOfDay(days: number): number {
  const z = days + 719_468;
  const dayOfEra = z - Math.floor(z / 146_097) * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  return fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
}
