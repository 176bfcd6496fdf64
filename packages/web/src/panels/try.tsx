import { useId, useState } from "preact/hooks";
import type { ModelClient, Prediction, RecentPrediction, WireRecord } from "scinol/client";
import { Panel } from "../panel.tsx";
import { type ColumnInfo, flatten, recordOf, textsOf, typedOf } from "../record-form.ts";
import { Answer } from "./answer.tsx";

interface Props {
  readonly model: ModelClient;
  readonly columns: readonly ColumnInfo[];
  readonly predictions: readonly RecentPrediction[];
}

/** With more columns than this a form is a nuisance. */
const MOST_FIELDS = 60;
const REASONS = 5;

/** Asks the model about a record that is typed in: a field for every column, or JSON. Nothing is learned from it. */
export function TryPanel({ model, columns, predictions }: Props) {
  const formable = columns.length > 0 && columns.length <= MOST_FIELDS;
  const [asJson, setAsJson] = useState(!formable);
  const [typed, setTyped] = useState<{ readonly [name: string]: string }>({});
  const [json, setJson] = useState("{}");
  const [prediction, setPrediction] = useState<Prediction>();
  const [failure, setFailure] = useState<string>();
  const id = useId();
  const inJson = asJson || !formable;
  const latest = predictions[0]?.x;

  const fill = (record: WireRecord) => {
    setTyped(Object.fromEntries(flatten(record).map(([name, value]) => [name, typedOf(value)])));
    setJson(JSON.stringify(record, null, 2));
  };
  const turn = () => {
    if (!inJson) setJson(JSON.stringify(recordOf(columns, typed), null, 2));
    setAsJson(!inJson);
  };
  const ask = async () => {
    try {
      const x = inJson ? JSON.parse(json) : recordOf(columns, typed);
      setPrediction(await model.predict({ x, explain: REASONS }));
      setFailure(undefined);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };

  return (
    <Panel
      title="Try a record"
      class="tall try"
      note="What is left empty is missing. Nothing is learned from it."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <div class="scroll fields">
          {inJson ? (
            <div class="field">
              <label for={id}>Record, as JSON</label>
              <textarea
                id={id}
                rows={8}
                spellcheck={false}
                value={json}
                onInput={(event) => setJson(event.currentTarget.value)}
              />
            </div>
          ) : (
            columns.map((column) => (
              <Field
                key={column.name}
                column={column}
                typed={typed[column.name] ?? ""}
                texts={textsOf(
                  column.name,
                  predictions.map(({ x }) => x),
                )}
                onType={(text) => setTyped({ ...typed, [column.name]: text })}
              />
            ))
          )}
        </div>
        <div class="actions">
          <button class="primary" type="submit">
            Predict
          </button>
          <button type="button" disabled={latest === undefined} onClick={() => fill(latest)}>
            Latest record
          </button>
          <button type="button" class="plain" disabled={!formable} onClick={turn}>
            {inJson ? "As fields" : "As JSON"}
          </button>
        </div>
      </form>
      <div class="result" role="status">
        {failure !== undefined ? (
          <p class="failure">{failure}</p>
        ) : prediction === undefined ? (
          <p class="soft">The answer will be here, with its reasons.</p>
        ) : (
          <Answer prediction={prediction} />
        )}
      </div>
    </Panel>
  );
}

function Field(props: {
  readonly column: ColumnInfo;
  readonly typed: string;
  readonly texts: readonly string[];
  readonly onType: (text: string) => void;
}) {
  const { column, typed, texts, onType } = props;
  const { name, kind } = column;
  const id = useId();
  const common = { id, name, value: typed };
  if (kind === "boolean") {
    return (
      <div class="field">
        <label for={id}>{name}</label>
        <select {...common} onChange={(event) => onType(event.currentTarget.value)}>
          <option value="" />
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      </div>
    );
  }
  const number = kind === "number" || kind === "indicator";
  return (
    <div class="field">
      <label for={id}>
        {name} <span class="soft">{kind}</span>
      </label>
      <input
        {...common}
        autocomplete="off"
        {...(number ? { type: "number", step: "any", inputMode: "decimal" as const } : { list: `${id}list` })}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {!number && (
        <datalist id={`${id}list`}>
          {texts.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </div>
  );
}
