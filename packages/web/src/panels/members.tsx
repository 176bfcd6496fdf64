import { useMemo } from "preact/hooks";
import type { ModelMetrics } from "scinol/client";
import { percent } from "../format.ts";
import { Panel } from "../panel.tsx";
import { type MetricLine, RecentChart } from "../recent-chart.tsx";
import { Shares } from "../shares.tsx";

const COLOURS = Array.from({ length: 8 }, (_, n) => `--member-${n + 1}`);

/** How far each member of the mixture is trusted, now and over the last minutes. */
export function MembersPanel({
  history,
  members,
}: Pick<ModelMetrics, "members"> & { history: readonly ModelMetrics[] }) {
  const names = members.map(({ member }) => member).join("\n");
  const lines = useMemo(
    () =>
      names.split("\n").map(
        (name, n): MetricLine => ({
          name,
          colour: COLOURS[n % COLOURS.length],
          of: ({ members }) => members[n]?.share ?? null,
        }),
      ),
    [names],
  );
  return (
    <Panel
      title="Members"
      class="members"
      note="Each member's share of the answer. The more those with a short memory have, the faster the world is changing."
    >
      <Shares shares={lines.map(({ name, colour }, n) => ({ name, colour, share: members[n].share }))} />
      <RecentChart
        title="Members"
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
