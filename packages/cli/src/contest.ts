import { open } from "@scinol/data";
import { type Classifier, classifier, type Label, regressor } from "scinol";
import { type Batch, Batches } from "./batches.ts";
import type { Contestant } from "./contestants.ts";
import { nameOf } from "./open-for-model.ts";
import { openOptions, type ReadingOptions } from "./reading-options.ts";
import { isTable, type Roles, tellRoles } from "./roles.ts";
import { type LearnBatch, learnBatches } from "./rounds.ts";
import { RunningScaler } from "./running-scaler.ts";

/** What everybody in a comparison learns from. */
export interface Stream {
  readonly files: readonly string[];
  readonly reading: ReadingOptions;
  readonly target: string | undefined;
  readonly weight: string | undefined;
  readonly isClassification: boolean;
  /** No more rows than this. */
  readonly rows: number;
}

export interface CurvePoint {
  readonly rows: number;
  readonly score: number;
}

export interface Result {
  readonly contestant: Contestant;
  readonly rows: number;
  /** Progressive: the mean log loss of classes, the mean absolute error of numbers. */
  readonly score: number;
  readonly accuracy: number | undefined;
  readonly rmse: number | undefined;
  readonly curve: readonly CurvePoint[];
}

/** Lets contestants learn side by side from one reading of the stream. */
export async function contest(
  stream: Stream,
  contestants: readonly Contestant[],
  told: (rows: number, share: number | undefined) => void,
): Promise<Result[]> {
  const { files, reading, isClassification } = stream;
  const reader = await open([...files], openOptions(reading));
  const roles = isTable(reader)
    ? tellRoles(nameOf(files), reader, { ...stream, numeric: reading.numeric })
    : undefined;
  const batches = new Batches(reader, roles, {
    skip: reading.onError === "skip",
    numeric: !isClassification,
  });
  const entries = contestants.map((contestant) => new Entry(contestant, roles, isClassification));
  const scaler = roles === undefined ? undefined : new RunningScaler(roles.layout);
  const isScaled = contestants.some(({ input }) => input === "scaled");
  let rows = 0;
  for await (const batch of batches as AsyncIterable<Batch>) {
    const scaled = isScaled && scaler !== undefined ? { ...batch, table: scaler.scale(batch.table!) } : batch;
    for (const entry of entries) entry.learn(entry.contestant.input === "scaled" ? scaled : batch);
    rows += batch.rows;
    const { bytes, total } = reader.progress();
    told(rows, total ? bytes / total : undefined);
    if (rows >= stream.rows) break;
  }
  await reader.close();
  return entries.map((entry) => entry.result());
}

/** One contestant at work. */
class Entry {
  readonly contestant: Contestant;
  private readonly learner: ReturnType<typeof classifier> | ReturnType<typeof regressor>;
  private readonly learnBatch: LearnBatch;
  private rows = 0;
  private weight = 0;
  private total = 0;
  private right = 0;
  private squared = 0;
  private next = 10;
  private readonly curve: CurvePoint[] = [];

  constructor(contestant: Contestant, roles: Roles | undefined, isClassification: boolean) {
    this.contestant = contestant;
    this.learner = isClassification ? classifier<Label>(contestant.options) : regressor(contestant.options);
    this.learnBatch = learnBatches(this.learner as Classifier, roles);
  }

  learn(batch: Batch): void {
    const { losses, answers } = this.learnBatch(batch, false);
    const classes = this.learner.task === "classification" ? (this.learner as Classifier).classes : undefined;
    for (let row = 0; row < batch.rows; row++) {
      const weight = batch.weights?.[row] ?? 1;
      this.rows++;
      this.weight += weight;
      if (classes === undefined) {
        const error = Math.abs(answers[row] - (batch.labels[row] as number));
        this.total += weight * Math.min(error, 1e290);
        this.squared += weight * Math.min(error * error, 1e290);
      } else {
        this.total += weight * losses[row];
        if (classes[answers[row]] === batch.labels[row]) this.right += weight;
      }
      if (this.rows >= this.next) this.mark();
    }
  }

  result(): Result {
    const isClassification = this.learner.task === "classification";
    this.mark();
    return {
      contestant: this.contestant,
      rows: this.rows,
      score: this.total / (this.weight || 1),
      accuracy: isClassification ? this.right / (this.weight || 1) : undefined,
      rmse: isClassification ? undefined : Math.sqrt(this.squared / (this.weight || 1)),
      curve: this.curve,
    };
  }

  /** A point of the curve, each a seventh further than the last. */
  private mark(): void {
    if (this.curve.at(-1)?.rows === this.rows) return;
    this.curve.push({ rows: this.rows, score: this.total / (this.weight || 1) });
    this.next = Math.max(this.rows + 1, Math.ceil(this.rows * 1.15));
  }
}
