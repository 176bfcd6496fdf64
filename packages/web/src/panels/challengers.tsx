import { useId, useState } from "preact/hooks";
import type { ChallengerMetrics, ModelClient, WireOptions } from "scinol/client";
import { ConfirmButton } from "../confirm-button.tsx";
import { count, figure } from "../format.ts";
import { Panel } from "../panel.tsx";

interface Props {
  readonly model: ModelClient;
  readonly challengers: readonly ChallengerMetrics[];
  readonly onChange: () => Promise<void>;
}

/** Learners that shadow the model, scored on the same events; a better one takes its place with one button. */
export function ChallengersPanel({ model, challengers, onChange }: Props) {
  return (
    <Panel
      title="Challengers"
      note="They are fed the same events and answer nobody. Both losses are over the events since the challenger came."
    >
      {challengers.length > 0 && (
        <div class="scroll-x">
          <table class="wide">
            <thead>
              <tr>
                <th scope="col">Challenger</th>
                <th scope="col" class="number roomy">
                  Events
                </th>
                <th scope="col" class="number">
                  Its loss
                </th>
                <th scope="col" class="number">
                  Model's
                </th>
                <th scope="col" class="number roomy">
                  Last 1,000
                </th>
                <th scope="col">
                  <span class="spoken">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {challengers.map(({ name, rounds, loss, modelLoss, last1000 }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class="number roomy">{count(rounds)}</td>
                  <td class={`number ${isBetter(loss, modelLoss) ? "better" : ""}`}>{figure(loss)}</td>
                  <td class="number">{figure(modelLoss)}</td>
                  <td class="number roomy">{figure(last1000)}</td>
                  <td class="actions end">
                    <ConfirmButton
                      action="Promote"
                      label={`Promote ${name}`}
                      question={`Promote ${name}?`}
                      onConfirm={() => model.promote(name).then(onChange)}
                    >
                      It becomes the model and answers from now on. A snapshot of the present model is kept to
                      go back to.
                    </ConfirmButton>
                    <ConfirmButton
                      action="Remove"
                      label={`Remove ${name}`}
                      question={`Remove ${name}?`}
                      onConfirm={() => model.dismiss(name).then(onChange)}
                    >
                      What it has learned is lost.
                    </ConfirmButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <AddChallenger model={model} onChange={onChange} />
    </Panel>
  );
}

const isBetter = (loss: number | null, than: number | null) => loss !== null && than !== null && loss < than;

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
  const [failure, setFailure] = useState<string>();
  const id = useId();
  const add = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    try {
      await model.challenge(String(fields.get("name")), CANDIDATES[Number(fields.get("candidate"))].options);
      form.reset();
      setFailure(undefined);
      await onChange();
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        add(event.currentTarget);
      }}
    >
      <div class="field">
        <label for={`${id}name`}>Name</label>
        <input
          id={`${id}name`}
          name="name"
          required
          pattern="[a-z0-9][a-z0-9._\-]{0,63}"
          autocomplete="off"
        />
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
      <p class="failure" role="alert">
        {failure}
      </p>
    </form>
  );
}
