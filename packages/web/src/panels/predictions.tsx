import type { RecentPrediction, WireRecord } from "scinol/client";
import { clock, percent, signed } from "../format.ts";
import { Panel } from "../panel.tsx";
import { probabilityOf, said } from "./answer.tsx";

const SHOWN = 10;
const REASONS = 3;

/** The latest predictions, newest first, in a box that does not grow. */
export function PredictionsPanel({ predictions }: { predictions: readonly RecentPrediction[] }) {
  return (
    <Panel title="Latest predictions" class="predictions">
      {predictions.length === 0 ? (
        <p class="soft">None since the service was started.</p>
      ) : (
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
              {predictions.slice(0, SHOWN).map(({ time, x, prediction }, n) => (
                // The place is the identity: rows are rewritten, not moved.
                <tr key={n}>
                  <td>{clock(time)}</td>
                  <td>{said(prediction)}</td>
                  <td class="number">{percent(probabilityOf(prediction))}</td>
                  <td>
                    {prediction.explanation?.contributions
                      .slice(0, REASONS)
                      .map(({ column, contribution }) => (
                        <span class="reason" key={column}>
                          {column}{" "}
                          <span class={contribution < 0 ? "less" : "more"}>{signed(contribution)}</span>
                        </span>
                      ))}
                  </td>
                  <td class="record" title={JSON.stringify(x)}>
                    {told(x)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

/** A record in one line. */
function told(x: WireRecord): string {
  return Object.entries(x)
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");
}
