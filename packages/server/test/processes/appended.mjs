// What appender.mjs and filler.mjs write under a number.

/** An entry with a key; every fifth has a prediction under its id, every tenth consumes it. Resolves to its position when it is durable. */
export async function append(log, number) {
  const { journal, keys, pending } = log;
  const [id, bytes] = [`id ${number}`, contentOf(number)];
  const cost = () => ({ rows: 6, bytes: bytes.length });
  if (number % 5 === 0) await log.write({ cost, stage: () => pending.put({ id, bytes, expires: number }) });
  let position;
  await log.write({
    cost,
    stage: () => {
      position = journal.put({ bytes, events: eventsOf(number) });
      keys.add(`key ${number}`, position);
      if (number % 10 === 0) pending.remove(id);
    },
  });
  return position;
}

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
