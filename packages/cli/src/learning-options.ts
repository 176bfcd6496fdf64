import { nearest } from "@scinol/data";
import { type Command, Option } from "commander";
import {
  type Classifier,
  type ClassifierOptions,
  classifier,
  type Label,
  type LearnerOptions,
  type Regressor,
  type RegressorOptions,
  regressor,
} from "scinol";
import { type Rule, type RuleName, rules } from "scinol/rules";
import { collect, cross, fraction, positive, wholeNumber } from "./arguments.ts";
import { isClassification, type Task, tasks } from "./task.ts";
import { UserError } from "./user-error.ts";

/** What is learned and how; a model keeps these for good. */
export interface LearningOptions {
  learner?: string;
  rate?: number;
  exact?: boolean;
  memory?: "all" | "adaptive";
  views?: "on" | "off";
  loss?: string;
  tau?: number;
  task?: Task;
  classes?: string[];
  hash?: number;
  cross?: string[][];
}

export const learningNames = [
  "learner",
  "rate",
  "exact",
  "memory",
  "views",
  "loss",
  "tau",
  "task",
  "classes",
  "hash",
  "cross",
] as const;

const valueLosses = ["huber", "absolute", "squared", "quantile"];
const classLosses = ["log", "logistic", "softmax"];

export function addLearningOptions(command: Command): Command {
  return command
    .optionsGroup("Learning:")
    .addOption(new Option("--task <task>", "told from the target otherwise").choices(tasks))
    .option("--classes <names...>", "all the classes there are", (text, before: string[] = []) =>
      text.split(",").reduce((list, name) => collect(name, list), before),
    )
    .option("--loss <loss>", `for numbers: ${valueLosses.join(", ")}`)
    .option("--tau <fraction>", "which quantile, for --task quantile", fraction)
    .option("--learner <name>", `one of ${Object.keys(rules).join(", ")}`)
    .option("--rate <rate>", "learning rate, for those learners that have one", positive)
    .option("--exact", "ScInOL exactly as published: raw features, no mixture")
    .addOption(
      new Option("--memory <memory>", "follow a changing world, or remember all alike").choices([
        "adaptive",
        "all",
      ]),
    )
    .addOption(
      new Option(
        "--views <views>",
        "with --learner or --exact: whether numbers enter by their two views",
      ).choices(["on", "off"]),
    )
    .option("--hash <bits>", "put categories into 2^bits places", wholeNumber(1))
    .option("--cross <columns>", "take columns together, such as job,housing (repeatable)", cross);
}

/** Complaints about options that do not go together, before any file is read. */
export function checkLearning(options: LearningOptions): void {
  const { learner, rate, exact, memory, views, loss, tau, task } = options;
  if (learner !== undefined && !Object.hasOwn(rules, learner)) {
    const meant = nearest(learner, Object.keys(rules));
    const hint = meant === undefined ? `one of ${Object.keys(rules).join(", ")}` : `did you mean "${meant}"?`;
    throw new UserError(`unknown learner "${learner}"; ${hint}`);
  }
  const rule: Rule = rules[(learner ?? "scinol2") as RuleName];
  if (rate !== undefined && rule.settings.rate === undefined) {
    throw new UserError(`--rate: ${rule.name} has no rate to tune; leave it out`);
  }
  const isDefault = learner === undefined && !exact;
  if (memory !== undefined && !isDefault) {
    throw new UserError("--memory: only the default learner forgets; leave it out");
  }
  if (views !== undefined && isDefault) {
    throw new UserError("--views: only for --learner or --exact; the default learner has its own");
  }
  if (tau !== undefined && task !== undefined && task !== "quantile") {
    throw new UserError(`--tau: is for --task quantile, not ${task}; leave one of them out`);
  }
  if (loss !== undefined && ![...valueLosses, ...classLosses].includes(loss)) {
    const meant = nearest(loss, [...valueLosses, ...classLosses]);
    const hint = meant === undefined ? `one of ${valueLosses.join(", ")}` : `did you mean "${meant}"?`;
    throw new UserError(`unknown loss "${loss}"; ${hint}`);
  }
  if (options.hash !== undefined && options.hash > 26)
    throw new UserError(`--hash: at most 26 bits, got ${options.hash}`);
}

/** The task that the options ask for, if they do. */
export function askedTask({ task, tau, loss }: LearningOptions): Task | undefined {
  if (task !== undefined) return task;
  if (tau !== undefined || loss === "quantile") return "quantile";
  if (loss !== undefined && valueLosses.includes(loss)) return "regression";
  return undefined;
}

/** What a regression estimates. */
export function valueLossOf(
  task: Task,
  { loss, tau, exact }: LearningOptions,
): NonNullable<RegressorOptions["loss"]> {
  if (task === "quantile") return tau ?? 0.5;
  return (loss as "huber" | undefined) ?? (exact ? "absolute" : "huber");
}

/** A fresh learner for the task. */
export function makeLearner(
  task: Task,
  options: LearningOptions,
  labels: "text" | "number" | "boolean",
): Classifier | Regressor {
  const { loss } = options;
  const common = commonOptions(options);
  try {
    if (!isClassification(task)) {
      if (loss !== undefined && classLosses.includes(loss)) {
        throw new UserError(`--loss: ${loss} is for classes; for numbers use ${valueLosses.join(", ")}`);
      }
      if (options.classes !== undefined) throw new UserError(`--classes: is for classes, not ${task}`);
      return regressor({ ...common, loss: valueLossOf(task, options) });
    }
    if (loss !== undefined && !classLosses.includes(loss)) {
      throw new UserError(`--loss: ${loss} is for numbers; classes have the log loss, so leave it out`);
    }
    const classes = options.classes?.map((name) => parseLabel(name, labels));
    return classifier<Label>({
      ...common,
      ...(classes === undefined ? {} : { classes }),
    } as ClassifierOptions);
  } catch (error) {
    throw error instanceof RangeError ? new UserError(error.message) : error;
  }
}

/** A class as it was written, in the type its column has. */
function parseLabel(text: string, labels: "text" | "number" | "boolean"): Label {
  if (labels === "text") return text;
  if (labels === "boolean") return text.toLowerCase() === "true";
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) {
    throw new UserError(`--classes: the target holds numbers, got "${text}"`);
  }
  return number;
}

function commonOptions(options: LearningOptions): LearnerOptions {
  const { learner, rate, exact, memory, views, hash } = options;
  return {
    ...(exact ? { exact } : {}),
    ...(learner === undefined ? {} : { rule: learner as RuleName }),
    ...(rate === undefined ? {} : { settings: { rate } }),
    ...(memory === undefined ? {} : { memory }),
    ...(views === undefined ? {} : { views: views === "on" }),
    ...(hash === undefined ? {} : { hash }),
    ...(options.cross === undefined ? {} : { crosses: options.cross }),
  };
}

/** What a learner is called in reports. */
export function learnerName({ learner, exact }: LearningOptions): string {
  if (exact) return learner ?? "scinol2";
  return learner ?? "scinol";
}
