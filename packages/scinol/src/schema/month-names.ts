/** Names of months in English, German, French, Spanish, Italian, Portuguese and Dutch, with the usual abbreviations. */
const names = [
  "jan january januar jänner janvier janv enero ene gennaio gen janeiro januari",
  "feb february februar feber février févr fév febrero febbraio fevereiro fev februari",
  "mar march märz mär mrz mars marzo março maart mrt",
  "apr april avril avr abril abr aprile",
  "may mai mayo maggio mag maio mei",
  "jun june juni juin junio giugno giu junho",
  "jul july juli juillet juil julio luglio lug julho",
  "aug august août aoû agosto ago augustus",
  "sep sept september septembre septiembre settembre set setembro",
  "oct october oktober okt octobre octubre ottobre ott outubro out",
  "nov november novembre noviembre novembro",
  "dec december dezember dez décembre déc diciembre dic dicembre dezembro",
];

const months = new Map(names.flatMap((list, n) => list.split(" ").map((name) => [name, n + 1] as const)));

const weekdays = new Set(
  (
    "mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday " +
    "mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag so sonntag"
  ).split(" "),
);

/** Returns 1 to 12 for the name of a month in lower case, 0 for other words. */
export function monthOf(name: string): number {
  return months.get(name) ?? 0;
}

export function isWeekday(name: string): boolean {
  return weekdays.has(name);
}
