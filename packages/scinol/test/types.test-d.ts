import { describe, expectTypeOf, it } from "vitest";
import { client, type Prediction } from "../src/client/index.ts";
import { type Classifier, classifier, type Label, load, type Regressor, regressor } from "../src/index.ts";

describe("types", () => {
  it("narrow to the classes that are declared", () => {
    const learner = classifier({ classes: ["spam", "ham"] as const });
    expectTypeOf(learner.predict({}).label).toEqualTypeOf<"spam" | "ham" | undefined>();
    expectTypeOf(learner.predict({}).probabilities).toEqualTypeOf<ReadonlyMap<"spam" | "ham", number>>();
    expectTypeOf(learner.explain({}).label).toEqualTypeOf<"spam" | "ham" | undefined>();
    expectTypeOf(learner.classes).toEqualTypeOf<readonly ("spam" | "ham")[]>();
    expectTypeOf(learner.learn).parameter(1).toEqualTypeOf<"spam" | "ham">();
    expectTypeOf(learner.freeze().predict({}).label).toEqualTypeOf<"spam" | "ham" | undefined>();
    // @ts-expect-error: not a class
    learner.learn({}, "jam");
  });

  it("narrow without being told to", () => {
    expectTypeOf(classifier({ classes: [0, 1] }).predict({}).label).toEqualTypeOf<0 | 1 | undefined>();
    expectTypeOf(classifier({ classes: [true, false] })).toEqualTypeOf<Classifier<boolean>>();
  });

  it("leave classes open that are not declared", () => {
    expectTypeOf(classifier().predict({}).label).toEqualTypeOf<Label | undefined>();
    expectTypeOf(classifier<string>().predict({}).label).toEqualTypeOf<string | undefined>();
  });

  it("let a frozen learner do anything but learn and freeze", () => {
    expectTypeOf(classifier().freeze()).not.toHaveProperty("learn");
    expectTypeOf(regressor().freeze()).not.toHaveProperty("freeze");
    expectTypeOf(regressor().freeze()).toHaveProperty("save");
  });

  it("take records in every form", () => {
    const learner = regressor();
    expectTypeOf(learner.predict({ a: 1, b: ["x"], c: { d: null } }).value).toBeNumber();
    expectTypeOf(learner.predict(new Map([["a", 1]])).value).toBeNumber();
    expectTypeOf(learner.predict([1, "x"]).value).toBeNumber();
    expectTypeOf(learner.predict(Float32Array.of(1)).value).toBeNumber();
    expectTypeOf(learner.predict({ indices: [1], values: [2] }).value).toBeNumber();
    expectTypeOf(load).returns.toEqualTypeOf<Classifier | Regressor>();
  });

  it("of the client take the platform's own signal and URL", () => {
    const { signal } = new AbortController();
    const model = client(new URL("http://localhost")).model("clicks");
    expectTypeOf(model.predict).toBeCallableWith({ x: {} }, { signal });
    expectTypeOf(model.predict({ x: {} })).resolves.toEqualTypeOf<Prediction>();
    expectTypeOf(model.predict([{ x: {} }])).resolves.toEqualTypeOf<readonly Prediction[]>();
  });
});
