/** What a class may be called. */
export type Label = string | number | boolean;

/** A classifier's answer. */
export interface Classification<L extends Label = Label> {
  /** The likeliest class; undefined while no class has been seen. */
  readonly label: L | undefined;
  /** A class never seen is absent. */
  readonly probabilities: ReadonlyMap<L, number>;
}

/** A regressor's answer. */
export interface Regression {
  readonly value: number;
}

/** Anything that answers before it learns. */
export interface Learner<X, Y, Prediction> {
  predict(x: X): Prediction;
  /** Answers the loss of the prediction made before learning. */
  learn(x: X, y: Y, weight?: number): number;
}
