import type { RecentPrediction, WireRecord } from "scinol/client";
import { clock, percent, signed } from "../format.ts";
import { Panel } from "../panel.tsx";
import { probabilityOf, said } from "./answer.tsx";

const ROWS = 10;
const REASONS = 3;

/** The latest predictions, newest first. All rows are there from the beginning, and are rewritten, not moved. */
export function PredictionsPanel({ predictions }: { predictions: readonly RecentPrediction[] }) {
  return (
    <Panel title="Latest predictions" class="predictions">
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Answer</th>
              <th scope="col" class="number">
                Sure
              </th>
              <th scope="col">Reasons</th>
              <th scope="col">Record</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: ROWS }, (_, n) => (
              <tr key={n}>
                {n < predictions.length ? <Cells of={predictions[n]} /> : <Nothing first={n === 0} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Cells({ of: { time, x, prediction } }: { of: RecentPrediction }) {
  const reasons = prediction.explanation?.contributions.slice(0, REASONS) ?? [];
  return (
    <>
      <td>{clock(time)}</td>
      <td>{said(prediction)}</td>
      <td class="number">{percent(probabilityOf(prediction))}</td>
      <td>
        {reasons.map(({ column, contribution }) => (
          <span class="reason" key={column}>
            {column} <span class={contribution < 0 ? "less" : "more"}>{signed(contribution)}</span>
          </span>
        ))}
      </td>
      <td class="record" title={JSON.stringify(x)}>
        {told(x)}
      </td>
    </>
  );
}

function Nothing({ first }: { first: boolean }) {
  return (
    <td class="soft" colSpan={5}>
      {first ? "None since the service was started." : "\u00a0"}
    </td>
  );
}

/** A record in one line. */
function told(x: WireRecord): string {
  return Object.entries(x)
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");
}
