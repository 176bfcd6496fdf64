/** Numbers `count` rows, the first of which is the `first`th. */
export function numberRows(lines: usize, first: u32, count: u32): void {
  for (let i: u32 = 0; i < count; i++) store<u32>(lines + i * 4, first + i);
}
