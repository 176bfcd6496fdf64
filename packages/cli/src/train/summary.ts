import type { Label } from "scinol";
import { bytes, count, counted, duration, figure, percent } from "../wording.ts";

/** What `train --json` prints. */
export interface TrainReport {
  readonly examples: number;
  readonly skipped: number;
  readonly columns: number;
  readonly coordinates: number;
  readonly classes: readonly Label[] | null;
  readonly task: string;
  readonly target: string | null;
  readonly learner: string;
  readonly exact: boolean;
  readonly loss: string;
  readonly progressiveLoss: number;
  readonly baselineLoss: number;
  readonly accuracy?: number;
  readonly mae?: number;
  readonly rmse?: number;
  readonly testExamples?: number;
  readonly testLoss?: number;
  readonly testAccuracy?: number;
  readonly testMae?: number;
  readonly testRmse?: number;
  readonly seconds: number;
  readonly examplesPerSecond: number;
  readonly model: string | null;
}

/** The same for people. */
export function trainSummary(file: string, report: TrainReport, modelBytes: number | undefined): string {
  const { classes, target } = report;
  const named = classes === null ? "" : `: ${shorten(classes.map(String))}`;
  const lines = [
    `${file}: ${counted(report.examples, "row")}, ${counted(report.columns, "column")}, ${counted(report.coordinates, "coordinate")}`,
    `${report.task}${target === null ? "" : ` of ${target}`}${named}`,
    `progressive loss ${figure(report.progressiveLoss)} (${report.loss}; knowing only ${classes === null ? "the labels" : "the base rate"} ${figure(report.baselineLoss)})`,
  ];
  if (report.accuracy !== undefined) lines.push(`accuracy ${percent(report.accuracy)}`);
  if (report.mae !== undefined) lines.push(`MAE ${figure(report.mae)}, RMSE ${figure(report.rmse ?? 0)}`);
  if (report.testLoss !== undefined) {
    const more =
      report.testAccuracy === undefined
        ? `MAE ${figure(report.testMae ?? 0)}, RMSE ${figure(report.testRmse ?? 0)}`
        : `accuracy ${percent(report.testAccuracy)}`;
    lines.push(
      `on ${counted(report.testExamples ?? 0, "test row")}: loss ${figure(report.testLoss)}, ${more}`,
    );
  }
  if (report.skipped > 0) lines.push(`${counted(report.skipped, "bad row")} left out`);
  lines.push(`${duration(report.seconds)}, ${count(Math.round(report.examplesPerSecond))} rows/s`);
  if (modelBytes !== undefined) lines.push(`model in ${report.model} (${bytes(modelBytes)})`);
  return `${lines.join("\n")}\n`;
}

function shorten(names: readonly string[]): string {
  return names.length <= 10
    ? names.join(", ")
    : `${names.slice(0, 9).join(", ")} and ${names.length - 9} more`;
}
