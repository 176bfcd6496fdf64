type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array;

/** Blocks that are on their way or in use at a time: enough to even out, few enough to stay small. */
export const blocksAhead = 3;

/**
 * Memory that both threads see. Blocks are copied into it in turn, so none is ever allocated for one: memory that is new
 * for every block would have to be found by the system, page by page, which takes longer than reading it.
 */
export class SharedRoom {
  readonly #buffers = Array.from({ length: blocksAhead }, () => new SharedArrayBuffer(0));
  #turn = 0;

  /** The block with its arrays copied to where the oldest block's were, which must be done with. */
  share<Block extends object>(block: Block): Block {
    const turn = this.#turn++ % blocksAhead;
    const arrays = Object.entries(block).filter((entry): entry is [string, Numbers] =>
      ArrayBuffer.isView(entry[1]),
    );
    const size = arrays.reduce((sum, [, { byteLength }]) => sum + aligned(byteLength), 0);
    if (this.#buffers[turn].byteLength < size) this.#buffers[turn] = new SharedArrayBuffer(2 * size);
    const shared: { [name: string]: Numbers } = {};
    let at = 0;
    for (const [name, array] of arrays) {
      const Kind = array.constructor as new (
        buffer: SharedArrayBuffer,
        at: number,
        length: number,
      ) => Numbers;
      shared[name] = new Kind(this.#buffers[turn], at, array.length);
      shared[name].set(array as never);
      at += aligned(array.byteLength);
    }
    return { ...block, ...shared };
  }
}

function aligned(bytes: number): number {
  return (bytes + 63) & ~63;
}
