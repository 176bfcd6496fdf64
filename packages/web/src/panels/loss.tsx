import { useMemo, useState } from "preact/hooks";
import type { Curves } from "scinol/client";
import uPlot from "uplot";
import { Chart, type Line } from "../chart.tsx";
import { brief, figure } from "../format.ts";
import { Panel } from "../panel.tsx";

const COLOURS = ["--challenger-1", "--challenger-2", "--challenger-3", "--challenger-4"];
const DASHES = [undefined, [6, 4], [2, 3]];

/** The model's line and those of its challengers; the fifth challenger is dashed, for want of colours that differ. */
export function lineOf(challenger: string | null, n: number): Line {
  if (challenger === null) return { name: "model", colour: "--model", width: 2.25 };
  const dash = DASHES[Math.floor(n / COLOURS.length) % DASHES.length];
  const line = { name: challenger, colour: COLOURS[n % COLOURS.length], width: 1.5 };
  return dash === undefined ? line : { ...line, dash };
}

/** Progressive loss by event, of the model and of its challengers. */
export function LossPanel({ curves }: { curves: Curves["curves"] }) {
  const [recent, setRecent] = useState(true);
  const ordered = useMemo(
    () => [...curves].sort((a, b) => Number(a.challenger !== null) - Number(b.challenger !== null)),
    [curves],
  );
  const points = useMemo(() => {
    const tables = ordered.map(
      ({ points }): uPlot.AlignedData => [
        points.map(({ position }) => position),
        points.map((point) => (recent ? point.recent : point.loss)),
      ],
    );
    return tables.length === 0 ? ([[], []] satisfies uPlot.AlignedData) : uPlot.join(tables);
  }, [ordered, recent]);
  const lines =
    ordered.length === 0 ? [lineOf(null, 0)] : ordered.map(({ challenger }, n) => lineOf(challenger, n - 1));

  return (
    <Panel
      title="Progressive loss"
      class="loss"
      note="Each event was predicted before it was learned from, so this is a test score. Lower is better."
    >
      <fieldset class="switch" aria-label="Averaged over">
        <button type="button" aria-pressed={recent} onClick={() => setRecent(true)}>
          Recent
        </button>
        <button type="button" aria-pressed={!recent} onClick={() => setRecent(false)}>
          All so far
        </button>
      </fieldset>
      <Chart
        title="Progressive loss"
        lines={lines}
        points={points}
        height={300}
        format={figure}
        formatAxis={brief}
        formatX={brief}
      />
    </Panel>
  );
}
