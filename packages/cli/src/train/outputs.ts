import { OutputFile } from "../output-file.ts";
import type { TrainOptions } from "./options.ts";

/** The files that are written, tried before the work begins. */
export class Outputs {
  readonly model: string | undefined;
  readonly predictions: OutputFile | undefined;

  constructor(options: TrainOptions) {
    this.model = options.model;
    // A model that cannot be written is found out now, not after an hour.
    if (options.model !== undefined) new OutputFile(options.model).abandon();
    if (options.predictions !== undefined) {
      this.predictions = new OutputFile(options.predictions);
      this.predictions.text("label,prediction,loss\n");
    }
  }

  abandon(): void {
    this.predictions?.abandon();
  }
}
