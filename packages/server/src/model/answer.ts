import type { Classifier, Regressor } from "scinol";
import type { Prediction, PredictRequest } from "scinol/client";
import { Refusal } from "../refusal.ts";
import { checkRecord } from "./check-record.ts";
import type { Learner } from "./learner-of.ts";
import type { Model } from "./model.ts";

/** Answers predictions. Those with an id are durable before the answer. */
export async function answerAll(
  model: Model,
  requests: readonly PredictRequest[],
  place: (n: number) => string,
): Promise<Prediction[]> {
  const answers = requests.map((request, n) => answer(model, request, () => place(n)));
  await model.remember(requests);
  return answers;
}

export function answer(model: Model, request: PredictRequest, place: () => string): Prediction {
  const { x, id, explain } = request;
  const { learner, position } = model.fold;
  checkRecord(x, model.limits, () => `${place()}x`);
  let prediction: Prediction;
  try {
    prediction = { ...(id === undefined ? {} : { id }), ...predict(learner, x), position };
  } catch (error) {
    throw new Refusal(400, (error as Error).message, `${place()}x`);
  }
  const now = model.clock.now();
  model.predicted.add(1, now);
  const keep = model.recent.isDue(now) && isSmall(x);
  if (!keep && explain === undefined) return prediction;
  const explained = { ...prediction, explanation: explanationOf(learner, x, explain ?? REASONS) };
  if (keep) {
    const recent = { time: new Date(now).toISOString(), x, prediction: explained };
    model.recent.add(recent, now);
    model.tell({ event: "prediction", data: recent });
  }
  return explain === undefined ? prediction : explained;
}

/** Reasons given with the predictions that are kept. */
const REASONS = 10;

/** Records that are kept in memory for people to look at are such as people can look at. */
function isSmall(x: object): boolean {
  return Object.keys(x).length <= 1000 && JSON.stringify(x).length <= 20_000;
}

function predict(learner: Learner, x: PredictRequest["x"]): Omit<Prediction, "position"> {
  if (learner.task === "regression") return (learner as Regressor).predict(x);
  const { label, probabilities } = (learner as Classifier).predict(x);
  const told: { label: NonNullable<typeof label>; probability: number }[] = [];
  for (const [of, probability] of probabilities) told.push({ label: of, probability });
  return { label: label ?? null, probabilities: told };
}

function explanationOf(
  learner: Learner,
  x: PredictRequest["x"],
  most: number,
): NonNullable<Prediction["explanation"]> {
  const explanation = learner.explain(x);
  const total = "score" in explanation ? explanation.score : explanation.value;
  return { baseline: explanation.baseline, total, contributions: explanation.contributions.slice(0, most) };
}
