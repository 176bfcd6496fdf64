/* How many features of a batch were never seen before. */

let fresh: i32 = 0;

export function freshInBatch(): i32 {
  return fresh;
}

@inline
export function beginBatch(): void {
  fresh = 0;
}

@inline
export function countFresh(features: i32): void {
  fresh += features;
}
