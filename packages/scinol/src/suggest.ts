/** `unknown learner "scinl2"; did you mean "scinol2"?` — the error for a name that is not among those there are. */
export function unknownName(kind: string, name: string, names: readonly string[]): RangeError {
  const nearest = nearestName(name, names);
  const advice = nearest === undefined ? `one of ${names.join(", ")}` : `did you mean "${nearest}"?`;
  return new RangeError(`unknown ${kind} "${name}"; ${advice}`);
}

/** The name that takes the fewest edits to reach, if they are few enough for a slip of the finger. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of names) {
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Levenshtein's distance, one row at a time. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, swap));
    }
    row = next;
  }
  return row[b.length];
}
