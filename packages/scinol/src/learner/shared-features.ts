import { UNKNOWN } from "../core/layout.ts";
import type { Block } from "../engine/block.ts";

/**
 * Features of a row in which equal ones may come more than once: their values are added, at the place of the first.
 * Features that the model does not have are distinguished by name.
 */
export class SharedFeatures {
  /** By feature: the row in which it was last seen, and its entry there. */
  private rowOf = new Uint32Array(256);
  private entryOf = new Uint32Array(256);
  private readonly unknown = new Map<string, number>();
  private row = 0;

  /** Begins a row. */
  begin(): void {
    this.row++;
    if (this.unknown.size > 0) this.unknown.clear();
  }

  add(block: Block, feature: number, name: string, value: number): void {
    if (feature === UNKNOWN) {
      const before = this.unknown.get(name);
      if (before !== undefined) return block.addTo(before, value);
      this.unknown.set(name, block.entries);
      return block.add(feature, value);
    }
    if (feature < 0) return;
    if (feature >= this.rowOf.length) this.growTo(feature + 1);
    if (this.rowOf[feature] === this.row) return block.addTo(this.entryOf[feature], value);
    this.rowOf[feature] = this.row;
    this.entryOf[feature] = block.entries;
    block.add(feature, value);
  }

  private growTo(length: number): void {
    const room = Math.max(length, 2 * this.rowOf.length);
    const grown = (array: Uint32Array<ArrayBuffer>) => {
      const more = new Uint32Array(room);
      more.set(array);
      return more;
    };
    this.rowOf = grown(this.rowOf);
    this.entryOf = grown(this.entryOf);
  }
}
