import type { ModelMetrics, SpanMetrics } from "scinol/client";
import { count, date, figure, percent } from "../format.ts";

type Task = "classification" | "regression";

/** The numbers that are asked for first, each since the start, over the last thousand and over the last hour. */
export function Figures({ metrics, task }: { metrics: ModelMetrics; task: Task }) {
  const { total, last1000, lastHour, drift } = metrics;
  const spans = (of: (span: SpanMetrics) => string) => ({
    main: of(total),
    more: [
      ["last 1,000", of(last1000)],
      ["last hour", of(lastHour)],
    ],
  });
  const quality =
    task === "classification"
      ? [
          { name: "Accuracy", ...spans(({ accuracy }) => percent(accuracy)) },
          { name: "AUC", ...spans(({ auc }) => figure(auc)) },
        ]
      : [
          { name: "Mean error", ...spans(({ mae }) => figure(mae)) },
          { name: "Root mean square", ...spans(({ rmse }) => figure(rmse)) },
        ];
  const figures = [
    { name: "Loss", ...spans(({ loss }) => figure(loss)) },
    ...quality,
    {
      name: "Events",
      main: count(metrics.position),
      more: [
        ["rounds", count(metrics.rounds)],
        ["last hour", count(lastHour.events)],
      ],
    },
    {
      name: "Drift alarms",
      main: count(drift.alarms),
      more: [["latest", drift.last === null ? "never" : date(drift.last)]],
    },
  ];
  return (
    <dl class="figures">
      {figures.map(({ name, main, more }) => (
        <div key={name} class={name === "Drift alarms" && drift.alarms > 0 ? "alarmed" : ""}>
          <dt>{name}</dt>
          <dd class="main">{main}</dd>
          {more.map(([span, value]) => (
            <dd class="more" key={span}>
              <span>{span}</span> <span>{value}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
