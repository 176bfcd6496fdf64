import type { Dataset } from "../datasets/dataset.ts";
import type { FinishedRun } from "../experiments/experiment.ts";
import type { Section } from "./section.ts";
export function classificationSections(_entry: Dataset, _finished: readonly FinishedRun[]): Section[] { return []; }
