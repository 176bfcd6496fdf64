import type { Block } from "../engine/block.ts";
import { cycle } from "../records/cycle.ts";
import type { Column } from "./column.ts";
import { CIRCLES, type Vocabulary } from "./vocabulary.ts";

export const DAY = 86_400_000;

/** Writes a moment by its hour, weekday and month, each a point on a circle. */
export class Moments {
  private readonly vocabulary: Vocabulary;
  private readonly circles = new Float64Array(CIRCLES);

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
  }

  write(block: Block, column: Column, time: number): void {
    const { circles } = this;
    const date = new Date(time);
    cycle(date.getUTCHours() + date.getUTCMinutes() / 60, 24, circles, 0);
    cycle(date.getUTCDay(), 7, circles, 2);
    cycle(date.getUTCMonth(), 12, circles, 4);
    const first = this.vocabulary.featureOf(column, CIRCLES);
    for (let c = 0; c < CIRCLES; c++) block.addKnown(first < 0 ? first : first + c, circles[c]);
  }
}
