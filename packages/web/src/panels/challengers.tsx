import { useId } from "preact/hooks";
import type { ChallengerMetrics, ModelClient, WireOptions } from "scinol/client";
import { ConfirmButton } from "../confirm-button.tsx";
import { Form, NAME } from "../form.tsx";
import { count, figure } from "../format.ts";
import { Panel } from "../panel.tsx";
import { Table, type TableColumn } from "../table.tsx";

interface Props {
  readonly model: ModelClient;
  readonly challengers: readonly ChallengerMetrics[];
  readonly onChange: () => Promise<void>;
}

const COLUMNS: readonly TableColumn<ChallengerMetrics>[] = [
  { title: "Challenger", cell: ({ name }) => name },
  { title: "Events", number: true, roomy: true, cell: ({ rounds }) => count(rounds) },
  {
    title: "Its loss",
    number: true,
    class: ({ loss, modelLoss }) => (loss !== null && modelLoss !== null && loss < modelLoss ? "better" : ""),
    cell: ({ loss }) => figure(loss),
  },
  { title: "Model's", number: true, cell: ({ modelLoss }) => figure(modelLoss) },
  { title: "Last 1,000", number: true, roomy: true, cell: ({ last1000 }) => figure(last1000) },
];

/** Learners that shadow the model, scored on the same events; a better one takes its place with one button. */
export function ChallengersPanel({ model, challengers, onChange }: Props) {
  const actions: TableColumn<ChallengerMetrics> = {
    title: "Actions",
    untitled: true,
    class: () => "actions",
    cell: ({ name }) => (
      <>
        <ConfirmButton
          action="Promote"
          label={`Promote ${name}`}
          question={`Promote ${name}?`}
          onConfirm={() => model.promote(name).then(onChange)}
        >
          It becomes the model and answers from now on. A snapshot of the present model is kept to go back to.
        </ConfirmButton>
        <ConfirmButton
          action="Remove"
          label={`Remove ${name}`}
          question={`Remove ${name}?`}
          onConfirm={() => model.dismiss(name).then(onChange)}
        >
          What it has learned is lost.
        </ConfirmButton>
      </>
    ),
  };
  return (
    <Panel
      title="Challengers"
      note="They are fed the same events and answer nobody. Both losses are over the events since the challenger came."
    >
      {challengers.length > 0 && (
        <Table columns={[...COLUMNS, actions]} rows={challengers} keyOf={({ name }) => name} />
      )}
      <AddChallenger model={model} onChange={onChange} />
    </Panel>
  );
}

/** Learners worth a try against the default. Any other can be added through the API. */
const CANDIDATES: readonly { readonly told: string; readonly options: WireOptions }[] = [
  { told: "ScInOL₂ as published", options: { exact: true } },
  { told: "ScInOL₂ that forgets nothing", options: { memory: "all" } },
  { told: "ScInOL₁", options: { rule: "scinol1" } },
  { told: "Coin betting", options: { rule: "coin" } },
  { told: "NAG", options: { rule: "nag" } },
  { told: "FTRL-Proximal", options: { rule: "ftrl" } },
  { told: "AdaGrad", options: { rule: "adagrad" } },
  { told: "SGD", options: { rule: "sgd" } },
];

function AddChallenger({ model, onChange }: Pick<Props, "model" | "onChange">) {
  const id = useId();
  const add = async (fields: FormData) => {
    await model.challenge(String(fields.get("name")), CANDIDATES[Number(fields.get("candidate"))].options);
    await onChange();
  };
  return (
    <Form class="row" onSubmit={add}>
      <div class="field">
        <label for={`${id}name`}>Name</label>
        <input id={`${id}name`} name="name" required pattern={NAME} autocomplete="off" />
      </div>
      <div class="field">
        <label for={`${id}candidate`}>Learner</label>
        <select id={`${id}candidate`} name="candidate">
          {CANDIDATES.map(({ told }, n) => (
            <option key={told} value={n}>
              {told}
            </option>
          ))}
        </select>
      </div>
      <button type="submit">Add challenger</button>
    </Form>
  );
}
