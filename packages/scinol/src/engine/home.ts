import { STATIC } from "../core/memory.ts";
import type { Core as DefaultCore } from "./engine.ts";
import type { Space } from "./module.ts";

/** Where a model's region lives. */
export interface Home<Core = DefaultCore> {
  readonly space: Space<Core>;
  readonly address: number;
  /** Makes room for a region of `bytes` and keeps its contents. Returns false, with nothing changed, if memory is short. */
  resize(bytes: number): boolean;
  /** Makes a stretch of the region zero. */
  clear(from: number, to: number): void;
  /** Returns the address of `bytes` of scratch, valid until the next call; 0 if memory is short. */
  workspace(bytes: number): number;
}

/** A space of a model's own: the region, and behind it what is worked in. */
export class OwnHome<Core> implements Home<Core> {
  readonly space: Space<Core>;
  readonly address = STATIC;
  private bytes = 0;
  /** Memory from here on has never been written to, and need not be touched to be zero. */
  private untouched = STATIC;

  constructor(space: Space<Core>) {
    this.space = space;
  }

  resize(bytes: number): boolean {
    if (!this.space.grow(this.address + bytes)) return false;
    this.untouched = Math.max(this.untouched, this.address + this.bytes);
    this.bytes = bytes;
    return true;
  }

  clear(from: number, to: number): void {
    const { address, untouched } = this;
    if (address + from < untouched)
      this.space.bytes.fill(0, address + from, Math.min(address + to, untouched));
  }

  workspace(bytes: number): number {
    const from = this.address + this.bytes;
    if (!this.space.grow(from + bytes)) return 0;
    this.untouched = Math.max(this.untouched, from + bytes);
    return from;
  }
}
