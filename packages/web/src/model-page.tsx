import { useEffect } from "preact/hooks";
import type { ModelClient, ModelDetails } from "scinol/client";
import { count } from "./format.ts";
import { CalibrationPanel } from "./panels/calibration.tsx";
import { ChallengersPanel } from "./panels/challengers.tsx";
import { Figures } from "./panels/figures.tsx";
import { LabelDelayPanel } from "./panels/label-delay.tsx";
import { LossPanel } from "./panels/loss.tsx";
import { MembersPanel } from "./panels/members.tsx";
import { PredictionsPanel } from "./panels/predictions.tsx";
import { SnapshotsPanel } from "./panels/snapshots.tsx";
import { ThroughputPanel } from "./panels/throughput.tsx";
import { TryPanel } from "./panels/try.tsx";
import { WeightsPanel } from "./panels/weights.tsx";
import { useView } from "./use-view.ts";

/** One model, live. */
export function ModelPage({ model }: { model: ModelClient }) {
  const { view, connected, failure, refresh } = useView(model);
  const { name } = model;
  useEffect(() => {
    document.title = `${name} · scinol`;
  }, [name]);

  if (failure !== undefined) {
    return (
      <>
        <h1>{name}</h1>
        <p class="failure" role="alert">
          {failure}
        </p>
        <p>
          <a href="#/">All models</a>
        </p>
      </>
    );
  }
  if (view === undefined) return null;
  const { details, metrics, curves, predictions, snapshots, history } = view;
  return (
    <>
      <div class="heading">
        <div>
          <nav aria-label="Where this is">
            <a href="#/">Models</a>
          </nav>
          <h1>{name}</h1>
          <p class="soft">{inShort(details)}</p>
        </div>
        <div class="actions">
          <p class={connected ? "state live" : "state lost"} role="status">
            {connected ? "Live" : "Connection lost, trying again"}
          </p>
          <button type="button" onClick={() => download(model)}>
            Export
          </button>
        </div>
      </div>
      <Figures metrics={metrics} task={details.task} />
      <LossPanel curves={curves} />
      <div class="grid">
        <ThroughputPanel history={history} />
        <LabelDelayPanel history={history} labels={metrics.labels} />
        {details.task === "classification" && <CalibrationPanel calibration={metrics.calibration} />}
        <MembersPanel history={history} members={metrics.members} />
        <WeightsPanel weights={details.weights} />
        <TryPanel model={model} columns={details.columns} predictions={predictions} />
      </div>
      <PredictionsPanel predictions={predictions} />
      <ChallengersPanel model={model} challengers={metrics.challengers} onChange={refresh} />
      <SnapshotsPanel model={model} snapshots={snapshots} onChange={refresh} />
    </>
  );
}

const FEW = 6;

function inShort({ task, classes, columns, coordinates }: ModelDetails): string {
  const parts = [task === "classification" ? "Classification" : "Regression"];
  if (classes !== null && classes.length > 0) {
    const shown = classes.slice(0, FEW).join(", ");
    parts[0] += classes.length > FEW ? ` of ${shown} and ${classes.length - FEW} more` : ` of ${shown}`;
  }
  parts.push(`${count(columns.length)} columns`, `${count(coordinates)} coordinates`);
  return parts.join(" · ");
}

/** Fetched here and not linked to: a link would not carry the token. */
async function download(model: ModelClient): Promise<void> {
  const file = new Blob([await model.export()] as BlobPart[], { type: "application/octet-stream" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${model.name}.scinol`;
  link.click();
  URL.revokeObjectURL(link.href);
}
