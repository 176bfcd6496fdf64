import type { ModelMetrics } from "scinol/client";
import { brief } from "../format.ts";
import { Panel } from "../panel.tsx";
import { type MetricLine, RecentChart } from "../recent-chart.tsx";

const LINES: readonly MetricLine[] = [
  { name: "learned", colour: "--model", of: ({ learnedPerSecond }) => learnedPerSecond },
  { name: "predicted", colour: "--challenger-1", of: ({ predictedPerSecond }) => predictedPerSecond },
];

export function ThroughputPanel({ history }: { history: readonly ModelMetrics[] }) {
  return (
    <Panel title="Throughput" note="A second, averaged over the last ten.">
      <RecentChart title="Throughput" history={history} lines={LINES} height={192} format={brief} />
    </Panel>
  );
}
