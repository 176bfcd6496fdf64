import { STATIC } from "../core/memory.ts";
import type { Core as DefaultCore } from "./engine.ts";
import type { Space } from "./module.ts";

/** Where a model's region lives. */
export interface Home<Core = DefaultCore> {
  readonly space: Space<Core>;
  readonly address: number;
  /** Makes room for a region of so many bytes; what is in it stays. False, with nothing changed, where there is none. */
  resize(bytes: number): boolean;
  /** Returns the address of so many bytes to work in, which mean nothing between two calls; 0 where there is no room. */
  workspace(bytes: number): number;
}

/** A space of a model's own: the region, and behind it what is worked in. */
export class OwnHome<Core> implements Home<Core> {
  readonly space: Space<Core>;
  readonly address = STATIC;
  private bytes = 0;

  constructor(space: Space<Core>) {
    this.space = space;
  }

  resize(bytes: number): boolean {
    if (!this.space.grow(this.address + bytes)) return false;
    this.bytes = bytes;
    return true;
  }

  workspace(bytes: number): number {
    const from = this.address + this.bytes;
    return this.space.grow(from + bytes) ? from : 0;
  }
}
