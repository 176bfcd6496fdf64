import { useEffect, useState } from "preact/hooks";
import type { ModelSummary } from "scinol/client";
import { CreateModel } from "./create-model.tsx";
import { count, date, figure, NOTHING } from "./format.ts";
import { addressOf } from "./route.ts";
import { useSession } from "./service.ts";
import { Table, type TableColumn } from "./table.tsx";

const EVERY = 2000;

/** Every model there is, and a form to make one. */
export function ModelsPage() {
  const { service, refused } = useSession();
  const [models, setModels] = useState<readonly ModelSummary[]>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    document.title = "Models · scinol";
    const leaving = new AbortController();
    let timer = 0;
    const ask = async () => {
      try {
        setModels(await service.models({ signal: leaving.signal }));
        setFailure(undefined);
      } catch (error) {
        if (leaving.signal.aborted || refused(error)) return;
        setFailure((error as Error).message);
      }
      timer = window.setTimeout(ask, EVERY);
    };
    ask();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [service, refused]);

  return (
    <>
      <h1>Models</h1>
      {failure !== undefined && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {models === undefined ? null : models.length === 0 ? <NoModels /> : <ModelTable models={models} />}
      {models === undefined ? null : <CreateModel first={models.length === 0} />}
    </>
  );
}

const COLUMNS: readonly TableColumn<ModelSummary>[] = [
  { title: "Model", cell: ({ name }) => <a href={addressOf(name)}>{name}</a> },
  { title: "Task", roomy: true, cell: ({ task }) => task },
  { title: "Events", number: true, cell: ({ position }) => count(position) },
  { title: "Loss", number: true, cell: ({ rounds, loss }) => (rounds === 0 ? NOTHING : figure(loss)) },
  { title: "Challengers", roomy: true, cell: ({ challengers }) => challengers.join(", ") || NOTHING },
  { title: "Made", number: true, roomy: true, cell: ({ created }) => date(created) },
];

function ModelTable({ models }: { models: readonly ModelSummary[] }) {
  return (
    <section class="panel">
      <Table columns={COLUMNS} rows={models} keyOf={({ name }) => name} />
    </section>
  );
}

function NoModels() {
  const { origin } = location;
  return (
    <section class="panel empty">
      <h2>There is no model yet</h2>
      <p>
        A model is made once and learns from then on: send it examples, ask it for predictions, in any order.
        Make the first with the form below, or from a terminal:
      </p>
      <pre>
        <code>
          {`curl -X PUT ${origin}/v1/models/clicks \\\n  -H 'content-type: application/json' \\\n  -d '{"task": "classification"}'`}
        </code>
      </pre>
    </section>
  );
}
