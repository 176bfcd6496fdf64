import { useMemo } from "preact/hooks";
import type { ModelMetrics } from "scinol/client";
import { count, percent } from "../format.ts";
import { Panel } from "../panel.tsx";
import { type MetricLine, RecentChart } from "../recent-chart.tsx";
import { Shares } from "../shares.tsx";

const COLOURS = ["--memory-1", "--memory-2", "--memory-3", "--memory-4"];

/** Each memory's share of the answer, now and over the last minutes. */
export function MemoriesPanel({
  history,
  memories,
}: Pick<ModelMetrics, "memories"> & { history: readonly ModelMetrics[] }) {
  const keeps = memories.map(({ keep }) => keep).join(" ");
  const lines = useMemo(
    () =>
      keeps.split(" ").map(
        (keep, n): MetricLine => ({
          name: spanOf(Number(keep)),
          colour: COLOURS[n % COLOURS.length],
          of: ({ memories }) => memories[n]?.share ?? null,
        }),
      ),
    [keeps],
  );
  return (
    <Panel
      title="Memories"
      note="Each memory's share of the answer. The more the short ones have, the faster the world is changing."
    >
      <Shares shares={lines.map(({ name, colour }, n) => ({ name, colour, share: memories[n].share }))} />
      <RecentChart
        title="Memories"
        history={history}
        lines={lines}
        height={136}
        format={percent}
        formatAxis={(share) => `${Math.round(100 * share)} %`}
        legend={false}
      />
    </Panel>
  );
}

/** A memory that keeps so much of the past in a round looks back over about 1 / (1 − keep) events. */
function spanOf(keep: number): string {
  return keep === 1 ? "Everything" : `Last ${count(1 / (1 - keep))}`;
}
