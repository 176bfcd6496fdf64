import type { LearnerOptions } from "scinol";
import { type Rule, type RuleName, rules } from "scinol/rules";

/** How numbers reach a learner: as they are, by a running standard scaler, or by the two views. */
export type Input = "raw" | "scaled" | "views";

/** A learner in a comparison. */
export interface Contestant {
  readonly learner: RuleName | "scinol";
  readonly title: string;
  readonly rate: number | undefined;
  readonly input: Input;
  /** The one that `scinol train` would use. */
  readonly isDefault: boolean;
  readonly options: LearnerOptions;
}

/** The rates that the paper tries. */
export const paperRates: readonly number[] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Every learner, those with a rate at every rate, on every kind of input; and ours as it comes, with and without forgetting. */
export function contestants(
  names: readonly RuleName[],
  rates: readonly number[],
  inputs: readonly Input[],
): Contestant[] {
  const ours: Contestant[] = [
    {
      learner: "scinol",
      title: "scinol (default)",
      rate: undefined,
      input: "views",
      isDefault: true,
      options: {},
    },
    {
      learner: "scinol",
      title: "scinol, memory all",
      rate: undefined,
      input: "views",
      isDefault: false,
      options: { memory: "all" },
    },
  ];
  const others = names.flatMap((learner) => {
    const rule: Rule = rules[learner];
    const tried = rule.settings.rate === undefined ? [undefined] : rates;
    return inputs.flatMap((input) => tried.map((rate) => contestant(learner, rule, rate, input)));
  });
  return [...ours, ...others];
}

function contestant(learner: RuleName, rule: Rule, rate: number | undefined, input: Input): Contestant {
  const options: LearnerOptions = {
    rule: learner,
    views: input === "views",
    exact: learner === "scinol2",
    ...(rate === undefined ? {} : { settings: { rate } }),
  };
  return { learner, title: rule.title, rate, input, isDefault: false, options };
}
