/**
 * Where a moment stands in a cycle, as the point (cos, sin) on a circle: the last hour of a day lies next to the
 * first. By Taylor's series on an eighth of the circle, so that every engine gives the same bits.
 */
export function cycle(position: number, length: number, point: Float64Array, at: number): void {
  const turn = position / length - Math.floor(position / length);
  const quarter = Math.round(turn * 4);
  const angle = (turn - quarter / 4) * 2 * Math.PI;
  const square = angle * angle;
  let cos = 1;
  let sin = 1;
  for (let n = 22; n >= 2; n -= 2) {
    cos = 1 - (cos * square) / (n * (n - 1));
    sin = 1 - (sin * square) / (n * (n + 1));
  }
  sin *= angle;
  point[at] = [cos, -sin, -cos, sin][quarter % 4];
  point[at + 1] = [sin, cos, -sin, -cos][quarter % 4];
}
