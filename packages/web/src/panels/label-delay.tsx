import type { ModelMetrics } from "scinol/client";
import { count, duration } from "../format.ts";
import { Panel } from "../panel.tsx";
import { type MetricLine, RecentChart } from "../recent-chart.tsx";

const LINES: readonly MetricLine[] = [
  { name: "median", colour: "--model", of: ({ labelDelay }) => labelDelay?.p50 ?? null },
  { name: "99 %", colour: "--challenger-1", of: ({ labelDelay }) => labelDelay?.p99 ?? null },
];

/** How long labels take to come, and what became of the predictions that wait for one. */
export function LabelDelayPanel(props: {
  readonly history: readonly ModelMetrics[];
  readonly labels: ModelMetrics["labels"];
}) {
  const { waiting, joined, late, never } = props.labels;
  const counts = Object.entries({ waiting, joined, late, "never came": never });
  return (
    <Panel title="Label delay" note="From a prediction with an id to its label.">
      <RecentChart title="Label delay" history={props.history} lines={LINES} height={136} format={duration} />
      <dl class="counts">
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
