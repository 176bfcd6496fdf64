import { classification } from "./classification.ts";
import type { Experiment } from "./experiment.ts";
import { toy } from "./toy.ts";

/** Every experiment there is. A new one is a file of its own and a name here. */
export const experiments: readonly Experiment[] = [toy, ...classification];
