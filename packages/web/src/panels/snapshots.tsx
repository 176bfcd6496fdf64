import type { ModelClient, SnapshotInfo } from "scinol/client";
import { ConfirmButton } from "../confirm-button.tsx";
import { bytes, count, date, figure } from "../format.ts";
import { Panel } from "../panel.tsx";
import { Table, type TableColumn } from "../table.tsx";

const COLUMNS: readonly TableColumn<SnapshotInfo>[] = [
  { title: "Taken", cell: ({ time }) => date(time) },
  { title: "Events", number: true, cell: ({ position }) => count(position) },
  { title: "Loss", number: true, roomy: true, cell: ({ loss }) => figure(loss) },
  { title: "Size", number: true, roomy: true, cell: ({ bytes: size }) => bytes(size) },
];

/** What the model was, and can be again. */
export function SnapshotsPanel(props: {
  readonly model: ModelClient;
  readonly snapshots: readonly SnapshotInfo[];
  readonly onChange: () => Promise<void>;
}) {
  const { model, snapshots, onChange } = props;
  const actions: TableColumn<SnapshotInfo> = {
    title: "Actions",
    untitled: true,
    class: () => "actions",
    cell: ({ id, position }) => (
      <ConfirmButton
        action="Roll back"
        label={`Roll back to event ${count(position)}`}
        question={`Roll back to event ${count(position)}?`}
        onConfirm={() => model.rollback(id).then(onChange)}
      >
        The model becomes what it was then. What it has learned since is set aside.
      </ConfirmButton>
    ),
  };
  return (
    <Panel
      title="Snapshots"
      note="The model as it was. Going back is an event of the journal, like any other."
    >
      {snapshots.length === 0 ? (
        <p class="soft">None yet.</p>
      ) : (
        // Rows by their place: a new snapshot is written into the first, and does not push the others down.
        <Table columns={[...COLUMNS, actions]} rows={snapshots} />
      )}
    </Panel>
  );
}
