import { useMemo } from "preact/hooks";
import type { ModelMetrics } from "scinol/client";
import type uPlot from "uplot";
import { Chart, type ChartProps, type Line } from "./chart.tsx";

export interface MetricLine extends Line {
  readonly of: (metrics: ModelMetrics) => number | null;
}

/** Seconds that are shown; the axis does not move, the lines do. */
const SPAN: readonly [number, number] = [-120, 0];
const MINUTES = [-120, -60, 0];

const ago = (seconds: number) => (seconds === 0 ? "now" : `${-seconds / 60} min ago`);

/** Some of a model's metrics over the last minutes. */
export function RecentChart(
  props: Omit<ChartProps, "lines" | "points" | "span" | "splits" | "formatX"> & {
    readonly history: readonly ModelMetrics[];
    readonly lines: readonly MetricLine[];
  },
) {
  const { history, lines, ...rest } = props;
  const points = useMemo<uPlot.AlignedData>(() => {
    const now = Date.parse(history[history.length - 1].time);
    return [
      history.map(({ time }) => (Date.parse(time) - now) / 1000),
      ...lines.map(({ of }) => history.map(of)),
    ];
  }, [history, lines]);
  return (
    <Chart {...rest} lines={lines} points={points} span={SPAN} splits={MINUTES} formatX={ago} include={0} />
  );
}
