import type { ModelClient, SnapshotInfo } from "scinol/client";
import { ConfirmButton } from "../confirm-button.tsx";
import { bytes, count, date, figure } from "../format.ts";
import { Panel } from "../panel.tsx";

/** What the model was, and can be again. */
export function SnapshotsPanel(props: {
  readonly model: ModelClient;
  readonly snapshots: readonly SnapshotInfo[];
  readonly onChange: () => Promise<void>;
}) {
  const { model, snapshots, onChange } = props;
  return (
    <Panel
      title="Snapshots"
      note="The model as it was. Going back is an event of the journal, like any other."
    >
      {snapshots.length === 0 ? (
        <p class="soft">None yet.</p>
      ) : (
        <div class="scroll-x">
          <table class="wide">
            <thead>
              <tr>
                <th scope="col">Taken</th>
                <th scope="col" class="number">
                  Events
                </th>
                <th scope="col" class="number roomy">
                  Loss
                </th>
                <th scope="col" class="number roomy">
                  Size
                </th>
                <th scope="col">
                  <span class="spoken">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {snapshots.map(({ id, position, time, bytes: size, loss }, n) => (
                // A new one is written into the first row; it does not push the others down.
                <tr key={n}>
                  <th scope="row">{date(time)}</th>
                  <td class="number">{count(position)}</td>
                  <td class="number roomy">{figure(loss)}</td>
                  <td class="number roomy">{bytes(size)}</td>
                  <td class="actions end">
                    <ConfirmButton
                      action="Roll back"
                      label={`Roll back to event ${count(position)}`}
                      question={`Roll back to event ${count(position)}?`}
                      onConfirm={() => model.rollback(id).then(onChange)}
                    >
                      The model becomes what it was then. What it has learned since is set aside.
                    </ConfirmButton>
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
