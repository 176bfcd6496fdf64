import type { CalibrationPoint } from "scinol/client";
import { count, percent } from "../format.ts";
import { Panel } from "../panel.tsx";

const SIDE = 100;
const at = (share: number) => SIDE * share;

/** What was said against what came: on the diagonal, of the things said to be 30 % likely, 30 % came true. */
export function CalibrationPanel({ calibration }: { calibration: readonly CalibrationPoint[] }) {
  const points = calibration.filter(({ events }) => events > 0);
  const most = Math.max(...points.map(({ events }) => events), 1);
  const path = points.map(({ said, came }) => `${at(said)},${SIDE - at(came)}`).join(" ");
  return (
    <Panel
      title="Calibration"
      note="On the line, what was said to be 30 % likely came true 30 % of the time."
    >
      <div class="calibration">
        <span class="axis y">came true</span>
        <svg viewBox="-2 -2 104 104" role="img" aria-label={spoken(points)}>
          {[25, 50, 75].map((line) => (
            <path key={line} class="gridline" d={`M0 ${line}H100M${line} 0V100`} />
          ))}
          <path class="frame" d="M0 0V100H100" />
          <path class="diagonal" d="M0 100L100 0" />
          <polyline class="curve" points={path} />
          {points.map(({ said, came, events }) => (
            <circle
              key={said}
              class="point"
              cx={at(said)}
              cy={SIDE - at(came)}
              r={0.8 + 2 * Math.sqrt(events / most)}
            >
              <title>{`said ${percent(said)}, came true ${percent(came)}, ${count(events)} events`}</title>
            </circle>
          ))}
        </svg>
        <span class="axis x">
          <span>0</span>
          <span>said</span>
          <span>1</span>
        </span>
      </div>
    </Panel>
  );
}

function spoken(points: readonly CalibrationPoint[]): string {
  if (points.length === 0) return "Calibration: nothing yet";
  return `Calibration: ${points.map(({ said, came }) => `said ${percent(said)}, came ${percent(came)}`).join("; ")}`;
}
