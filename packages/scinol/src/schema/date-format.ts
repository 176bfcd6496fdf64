/**
 * The order in which a date is written. Behind every one a time may follow, with seconds, AM or PM, and a zone; before
 * it, the name of a weekday. A time without a zone is in UTC, so that a text means the same on every machine.
 */
export type DateFormat = (typeof dateFormats)[number];

/** In order of preference where several formats read a column equally well. "Mon" is the name of a month, "Q" a quarter. */
export const dateFormats = [
  "Y-M-D",
  "Y/M/D",
  "Y.M.D",
  "D.M.Y",
  "M.D.Y",
  "M/D/Y",
  "D/M/Y",
  "D-M-Y",
  "M-D-Y",
  "D Mon Y",
  "Mon D Y",
  "Y Mon D",
  "Mon Y",
  "Y-M",
  "Y/M",
  "M/Y",
  "Y Q",
  "Q Y",
  "h:m",
  "YMD",
  "epoch s",
  "epoch ms",
] as const;

/** Formats that look like other things, and are dates only in columns with the name of a date. */
export const formatsByName: readonly DateFormat[] = ["YMD", "epoch s", "epoch ms"];

/** The same date with day and month exchanged; only a value over 12 decides between the two. */
export const exchanged: { readonly [format in DateFormat]?: DateFormat } = {
  "D.M.Y": "M.D.Y",
  "M.D.Y": "D.M.Y",
  "D/M/Y": "M/D/Y",
  "M/D/Y": "D/M/Y",
  "D-M-Y": "M-D-Y",
  "M-D-Y": "D-M-Y",
};
