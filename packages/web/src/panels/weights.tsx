import { useId, useState } from "preact/hooks";
import type { ModelDetails } from "scinol/client";
import { Bars } from "../bars.tsx";
import { signed } from "../format.ts";
import { Panel } from "../panel.tsx";

/** The strongest weights, of one class at a time. */
export function WeightsPanel({ weights }: { weights: ModelDetails["weights"] }) {
  const [chosen, setChosen] = useState(weights.length - 1);
  const id = useId();
  const shown = weights[Math.min(Math.max(chosen, 0), weights.length - 1)];
  return (
    <Panel
      title="Weights"
      class="tall weights"
      note="What one more unit of a column, or the presence of a category, adds to the score."
    >
      {weights.length > 1 && (
        <div class="field inline">
          <label for={id}>Class</label>
          <select id={id} value={chosen} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {weights.map(({ label }, n) => (
              <option key={label} value={n}>
                {String(label)}
              </option>
            ))}
          </select>
        </div>
      )}
      {shown === undefined || shown.strongest.length === 0 ? (
        <p class="soft">Nothing has been learned yet.</p>
      ) : (
        <div class="scroll">
          <Bars amounts={shown.strongest.map(({ name, weight }) => ({ name, amount: weight }))} />
          <p class="soft note">Intercept {signed(shown.intercept)}</p>
        </div>
      )}
    </Panel>
  );
}
