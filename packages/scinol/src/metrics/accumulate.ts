import type { Accumulator } from "./accumulator.ts";
import { checkCount, checkKeep, checkState } from "./check.ts";
import { checkLabels } from "./classes.ts";
import { Faded } from "./faded.ts";
import type { Metric, MetricState, SavedMetric, Span } from "./metric.ts";
import type { Statistic } from "./statistic.ts";
import { Total } from "./total.ts";
import { Window } from "./window.ts";

/** A metric out of a statistic and the span of examples it is taken over. */
export function accumulate<Outcome, Value>(
  statistic: Statistic<Outcome, Value>,
  span: Span,
  settings: object = {},
): Metric<Outcome, Value> {
  const { classes } = statistic;
  const accumulator = accumulatorOver(span, statistic);
  const name = nameOf(statistic.name, settings, span);
  const row = new Float64Array(statistic.width);
  return {
    name,
    add(outcome: Outcome): void {
      const cell = statistic.read(outcome, row);
      accumulator.add(cell, row);
    },
    value: () => statistic.value(accumulator.table()),
    number: (outcome: Outcome) => statistic.number(outcome),
    save(): MetricState {
      return { metric: name, numbers: accumulator.save(), labels: classes?.labels ?? [] };
    },
    load(state: SavedMetric): void {
      const numbers = checkState(name, state);
      checkLabels(state.labels);
      accumulator.load(numbers, statistic.cells(0), statistic.cells(state.labels.length));
      classes?.load(state.labels);
    },
  };
}

/** `accuracy`, `auc({ positive: "spam", window: 500 })`: as it would be written, so that states find their like. */
export function nameOf(metric: string, settings: object, { window, keep }: Span): string {
  const said = Object.entries({ ...settings, window, keep }).filter(([, value]) => value !== undefined);
  if (said.length === 0) return metric;
  return `${metric}({ ${said.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")} })`;
}

function accumulatorOver({ window, keep }: Span, statistic: Statistic<never, unknown>): Accumulator {
  if (window !== undefined && keep !== undefined) {
    throw new RangeError(`window: ${window} and keep: ${keep} exclude each other; make two metrics`);
  }
  const cells = statistic.cells(0);
  if (window !== undefined) return new Window(statistic, cells, checkCount("window", window));
  if (keep !== undefined) return new Faded(statistic, cells, checkKeep(keep));
  return new Total(statistic, cells);
}
