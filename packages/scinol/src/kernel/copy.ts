/** Copies `from[start]` up to `from[end]`. */
export function copy(
  from: ArrayLike<number>,
  start: number,
  end: number,
  to: Int32Array | Float64Array,
  at: number,
): void {
  if (ArrayBuffer.isView(from)) to.set((from as Float64Array).subarray(start, end), at);
  else for (let n = start; n < end; n++) to[at + n - start] = from[n];
}
