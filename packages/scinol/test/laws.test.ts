import { describe, expect, it } from "vitest";
import { linear } from "../src/index.ts";
import { type RuleName, rules } from "../src/paper/rules/index.ts";
import { batchesComeToTheSameBits } from "./laws/batches.ts";
import { outputsAreApart } from "./laws/cells.ts";
import { noStepBeyondOne, squaredIsHuber } from "./laws/clipping.ts";
import { orderDoesNotMatter, sparseIsDense } from "./laws/examples.ts";
import { featuresMayComeLate, outputsKeepWhatTheyLearned, outputsMayComeLate } from "./laws/growing.ts";
import {
  constantSlopesStayFinite,
  extremeStatesStayFinite,
  hostileStreamsStayFinite,
} from "./laws/hostile.ts";
import { oneIsNoWeight, weightsMultiplySlopes, zeroWeightIgnoresTheLabel } from "./laws/importance.ts";
import { kernelsComeToTheSameBits } from "./laws/kernel.ts";
import { Broken, type Law, ruleNames } from "./laws/law.ts";
import { memoryDoesNotGrow } from "./laws/memory.ts";
import {
  learningReportsThePredictionsLoss,
  predictingDisturbsNoRound,
  predictingWritesNothing,
} from "./laws/predicting.ts";
import { savingLosesNothing } from "./laws/saving.ts";
import { unitsDoNotMatter } from "./laws/units.ts";

/** Every law is tried on every rule of the table `rules`: a new rule is under them from its first day. */
const laws = [
  predictingWritesNothing,
  predictingDisturbsNoRound,
  learningReportsThePredictionsLoss,
  sparseIsDense,
  orderDoesNotMatter,
  unitsDoNotMatter,
  savingLosesNothing,
  hostileStreamsStayFinite,
  extremeStatesStayFinite,
  constantSlopesStayFinite,
  memoryDoesNotGrow,
  outputsAreApart,
  featuresMayComeLate,
  outputsKeepWhatTheyLearned,
  outputsMayComeLate,
  oneIsNoWeight,
  zeroWeightIgnoresTheLabel,
  weightsMultiplySlopes,
  squaredIsHuber,
  noStepBeyondOne,
];

/** Where a law is not to hold. An exception must really be one: where the law holds after all, the test fails. */
const exceptions: { rule: RuleName; law: Law; because: string }[] = [
  { rule: "sgd", law: unitsDoNotMatter, because: "its step grows with the feature" },
  { rule: "adagrad", law: unitsDoNotMatter, because: "its weight does not shrink when the feature grows" },
  { rule: "adam", law: unitsDoNotMatter, because: "its weight does not shrink when the feature grows" },
  { rule: "cocob", law: unitsDoNotMatter, because: "its weight does not shrink when the feature grows" },
  { rule: "ftrl", law: unitsDoNotMatter, because: "its step grows with the feature" },
  { rule: "scinol1", law: outputsMayComeLate, because: "its β falls on slopes of zero too" },
  {
    rule: "k17",
    law: outputsMayComeLate,
    because: "it sums squared features, and a new output has met none",
  },
  ...ruleNames
    .filter((rule) => !rules[rule].bounded)
    .flatMap((rule) =>
      [squaredIsHuber, noStepBeyondOne].map((law) => ({ rule, law, because: "it takes slopes of any size" })),
    ),
];

describe.each(ruleNames)("%s obeys:", (rule) => {
  for (const law of laws) {
    const exception = exceptions.find((one) => one.rule === rule && one.law === law);
    if (exception === undefined) it(law.name, () => law.holds(rule));
    else
      it(`not “${law.name}”: ${exception.because}`, () => expect(broken(law, rule)).toBeInstanceOf(Broken));
  }
});

/** What a law throws of a rule; fast-check hands it on as the cause of its own error. */
function broken(law: Law, rule: RuleName): unknown {
  try {
    law.holds(rule);
  } catch (error) {
    return (error as Error).cause ?? error;
  }
  return undefined;
}

describe("the exceptions", () => {
  it("are of laws that are tried, each once", () => {
    for (const { law } of exceptions) expect(laws).toContain(law);
    expect(new Set(exceptions.map(({ rule, law }) => `${rule}: ${law.name}`)).size).toBe(exceptions.length);
  });

  it("from units are the rules that claim no scale invariance", () => {
    const excepted = exceptions.filter(({ law }) => law === unitsDoNotMatter).map(({ rule }) => rule);
    expect(new Set(excepted)).toEqual(new Set(ruleNames.filter((rule) => !rules[rule].relative)));
  });
});

describe.each(["scinol1", "scinol2"] as const)("%s, which is compiled, obeys:", (rule) => {
  it("it is", () => {
    expect(linear({ rule }).engine.name).toBe("simd");
  });

  it(kernelsComeToTheSameBits.name, () => {
    kernelsComeToTheSameBits.holds(rule);
  });

  it(batchesComeToTheSameBits.name, () => {
    batchesComeToTheSameBits.holds(rule);
  });
});
