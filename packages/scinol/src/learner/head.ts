/** What a learner predicts: from labels to the core's numbers, and from answers to predictions. */
export interface Head<Y, Prediction> {
  readonly task: "classification" | "regression";
  /** What the core minimises, and τ of quantile loss. */
  readonly loss: number;
  readonly level: number;
  /** How many outputs the labels met so far need. */
  readonly outputs: number;
  /** Throws on what is no label. */
  check(label: Y): void;
  /** Takes in a label that may be new. Returns what takes it back, or undefined where it was known. */
  meet(label: Y): (() => void) | undefined;
  /** The label as the core has it. */
  numberOf(label: Y): number;
  /** The prediction of which the answers begin at `at`. */
  predictionOf(answers: Float64Array, at: number, said: Float64Array | undefined): Prediction;
  /** How many numbers an answer has for users, and what writes them: every class's probability, or the value. */
  readonly width: number;
  writeAnswer(answers: Float64Array, at: number, into: Float64Array, target: number): void;
  /** What a block of rows reports of an answer: the position of the likeliest class, or the value. */
  reportOf(answers: Float64Array, at: number): number;
  /** What a file keeps of it. */
  save(): object;
}
