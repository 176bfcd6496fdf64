/** The mean. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard deviation of the population, as the paper's bands are; 0 of one value. */
export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

/** Things by what they have in common, in order of appearance. */
export function grouped<T>(things: readonly T[], name: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(name(thing));
    if (group === undefined) groups.set(name(thing), [thing]);
    else group.push(thing);
  }
  return groups;
}

export interface Curve {
  readonly mean: readonly number[];
  readonly sd: readonly number[];
}

/** The curve of several runs, point by point. */
export function curveOf(runs: readonly (readonly number[])[]): Curve {
  const points = runs[0].map((_, n) => runs.map((run) => run[n]));
  return { mean: points.map(mean), sd: points.map(deviation) };
}
