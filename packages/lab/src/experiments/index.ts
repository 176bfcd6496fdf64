import { classification } from "./classification.ts";
import { clicks } from "./clicks.ts";
import type { Experiment } from "./experiment.ts";
import { regret } from "./regret.ts";
import { rescaling } from "./rescaling.ts";
import { steps } from "./steps.ts";
import { streams } from "./streams.ts";
import { toy } from "./toy.ts";

/** Every experiment there is. A new one is a file of its own and a name here. */
export const experiments: readonly Experiment[] = [
  toy,
  ...classification,
  regret,
  rescaling,
  steps,
  streams,
  clicks,
];
