import { LearnedRows } from "./learned-rows.ts";
import { isWeight } from "./linear/example.ts";
import type { RowJudge } from "./linear/linear.ts";
import type { RecordModel } from "./record-model.ts";

/** Where a model takes its rows from. */
export interface RowSource<Rows> {
  /** Begins with a block. Its arrays may be those of the one before, filled anew. */
  begin(): void;
  /** Takes in one row and its importance, to be played next. */
  read(rows: Rows, row: number, weight: number): void;
  /** Learns from rows from `from` on, as far as they have nothing new, and at most up to `to`; answers how many. */
  learnMany(rows: Rows, from: number, to: number, weights: Float64Array, judge: RowJudge): number;
}

/** What was predicted, as `LearnedRows` has it, and the loss of it. */
export interface Judgement {
  answer: number;
  loss: number;
}

/** What a learner makes of a row. Labels are numbers here: the index of a class, or the value. */
export interface RowTask<Y> {
  /** The label as a number; NaN where it is a class never met, or no label at all. */
  numberOf(label: Y): number;
  /** Throws on what is no label. */
  check(label: Y): void;
  /** The number of a class never met, which now is. */
  meet(label: Y): number;
  /**
   * Everything of a round but the model's learning: answers what was predicted and its loss, sets the model's slopes and
   * counts the round.
   */
  judge(scores: Float64Array, label: number, weight: number): Judgement;
  /** Whether the model learns from a round, as it always does of classes. */
  readonly trains: boolean;
  /**
   * Counts a round that was judged elsewhere, as only a round of two classes can be; left out where rounds are of another
   * kind at the time.
   */
  readonly count?: ((loss: number, weight: number) => void) | undefined;
}

/**
 * Goes through rows in order, learning from each what `learn` would from its record: in one go as long as there is
 * nothing new in them, which nearly always is as far as they go, and by itself from a row that has something new.
 * The function answers how it went, in arrays that its next call overwrites.
 */
export function rowLearner<Rows extends { readonly rows: number }, Y>(
  model: RecordModel,
  source: RowSource<Rows>,
  task: RowTask<Y>,
): (rows: Rows, labels: ArrayLike<Y>, weights?: ArrayLike<number>) => LearnedRows {
  const learned = new LearnedRows();
  // Labels and weights as they were read, once: others' code may be behind them.
  let numbers = new Float64Array(0);
  let importance = new Float64Array(0);
  // One function for all blocks, so that engines need to compile it only once.
  const judge = (row: number, scores: Float64Array) => {
    const { answer, loss } = task.judge(scores, numbers[row], importance[row]);
    learned.answers[row] = answer;
    learned.losses[row] = loss;
  };
  const learnedTwo = (from: number, answers: Float64Array, losses: Float64Array) => {
    learned.answers.set(answers, from);
    learned.losses.set(losses, from);
    const { count } = task;
    for (let n = 0; n < losses.length; n++) count?.(losses[n], importance[from + n]);
  };
  let learning = false;
  return (rows, labels, weights) => {
    model.refuseIfFrozen();
    if (learning)
      throw new TypeError("rows are being learned from, and their own code called who learns from them");
    learning = true;
    try {
      return learn(rows, labels, weights);
    } finally {
      learning = false;
    }
  };

  function learn(rows: Rows, labels: ArrayLike<Y>, weights?: ArrayLike<number>): LearnedRows {
    learned.begin(rows.rows);
    if (numbers.length < rows.rows) {
      numbers = new Float64Array(rows.rows);
      importance = new Float64Array(rows.rows);
    }
    if (weights === undefined) importance.fill(1, 0, rows.rows);
    const two = { labels: numbers, weights: importance, shares: model.shares, learned: learnedTwo };
    let known = 0;
    /** Where labels or weights stopped being ones that rows can be learned from; to be read again when its row has its turn. */
    let stopped = -1;
    /** Whether labels or weights were read, which may have others' code behind them, which may fill the rows anew. */
    let isHeard = true;
    for (let row = 0; row < rows.rows; ) {
      if (known !== stopped) {
        try {
          for (; known < rows.rows; known++) {
            numbers[known] = task.numberOf(labels[known]);
            if (Number.isNaN(numbers[known])) break;
            if (weights === undefined) continue;
            const weight = weights[known];
            if (!isWeight(weight)) break;
            importance[known] = weight;
          }
        } catch {
          // A label or a weight that cannot be read stops its own row, below, not those before it.
        }
        stopped = known;
        isHeard = true;
      }
      if (task.trains && row < known) {
        if (isHeard) source.begin();
        isHeard = false;
        const learnt = source.learnMany(rows, row, known, importance, {
          judge,
          two: task.count === undefined ? undefined : two,
        });
        row += learnt;
        // So many are taken at a time: there may be more of their like.
        if (learnt > 0) continue;
      }
      if (row < known) source.read(rows, row, importance[row]);
      else {
        const label = labels[row];
        task.check(label);
        const weight = weights === undefined ? 1 : weights[row];
        source.read(rows, row, weight);
        const number = task.numberOf(label);
        numbers[row] = Number.isNaN(number) ? task.meet(label) : number;
        importance[row] = weight;
        known++;
        // The class may have been all that was new.
        if (task.trains) continue;
      }
      const { trains } = task;
      judge(row, model.play(true));
      if (trains) model.digest();
      row++;
    }
    return learned;
  }
}
