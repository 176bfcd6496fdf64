// What the appender writes under a number.

/** From a few bytes to several pages. */
export function contentOf(number) {
  const length = (Math.imul(number, 2654435761) >>> 0) % (number % 7 === 0 ? 20_000 : 300);
  return Buffer.from(`${number}:`.padEnd(length, "abcdefgh"));
}

export function eventsOf(number) {
  return 1 + (number % 3);
}

export function numberIn(bytes) {
  return Number.parseInt(bytes.toString("utf8", 0, 20), 10);
}
