import type { Prediction } from "scinol/client";
import { Bars } from "../bars.tsx";
import { figure, NOTHING } from "../format.ts";
import { Shares } from "../shares.tsx";

/** What was predicted, in a word. */
export function said({ label, value }: Prediction): string {
  return value !== undefined ? figure(value) : String(label ?? NOTHING);
}

/** How likely that was held to be; undefined of a number. */
export function probabilityOf({ label, probabilities }: Prediction): number | undefined {
  return probabilities?.find((one) => one.label === label)?.probability;
}

const MOST = 5;

/** A prediction with its probabilities and its reasons. */
export function Answer({ prediction }: { prediction: Prediction }) {
  const { probabilities = [], explanation } = prediction;
  const likeliest = [...probabilities].sort((a, b) => b.probability - a.probability).slice(0, MOST);
  return (
    <div class="answer">
      <p class="said">{said(prediction)}</p>
      <Shares
        shares={likeliest.map(({ label, probability }) => ({ name: String(label), share: probability }))}
      />
      {explanation !== undefined && explanation.contributions.length > 0 && (
        <>
          <h3>Because of</h3>
          <Bars
            amounts={explanation.contributions
              .slice(0, MOST)
              .map(({ column, contribution }) => ({ name: column, amount: contribution }))}
          />
        </>
      )}
    </div>
  );
}
