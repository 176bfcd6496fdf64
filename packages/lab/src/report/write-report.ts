import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Experiment, FinishedRun } from "../experiments/experiment.ts";
import { judge } from "./claims.ts";
import { differences } from "./differences.ts";
import { draw } from "./draw.ts";
import { page } from "./page.ts";

/** Writes report.html, results.csv and figures/NAME.svg of what has been finished. */
export async function writeReport(
  directory: string,
  finished: readonly FinishedRun[],
  command: string,
  experiments: readonly Experiment[],
): Promise<void> {
  const sections = experiments.flatMap((experiment) =>
    experiment.sections(finished.filter((run) => run.experiment === experiment.name)),
  );
  const figures = join(directory, "figures");
  mkdirSync(figures, { recursive: true });
  for (const chart of sections.flatMap(({ charts }) => charts)) {
    writeFileSync(join(figures, `${chart.name}.svg`), `${draw(chart)}\n`);
  }
  writeFileSync(
    join(directory, "report.html"),
    page(sections, judge(finished), differences(finished), finished, command),
  );
  writeFileSync(join(directory, "results.csv"), csv(finished));
}

/** A line for every number of every run. */
function csv(finished: readonly FinishedRun[]): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const told = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join(" ");
  const lines = ["experiment,algorithm,settings,parameters,run,measure,index,value"];
  for (const { experiment, algorithm, settings, parameters, run, result } of finished) {
    for (const [measure, value] of Object.entries(result)) {
      const values = typeof value === "number" ? [value] : value;
      values.forEach((one, n) => {
        lines.push(
          [experiment, algorithm, told(settings), told(parameters), run, measure, n + 1, one]
            .map((cell) => quoted(String(cell)))
            .join(","),
        );
      });
    }
  }
  return `${lines.join("\n")}\n`;
}
