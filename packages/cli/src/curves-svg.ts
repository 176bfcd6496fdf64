/** A learning curve to be drawn. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly rows: number; readonly score: number }[];
  readonly emphasised: boolean;
  /** Drawn behind the others, without a name. */
  readonly faint: boolean;
}

const [width, height] = [960, 460];
const frame = { left: 56, right: width - 210, top: 16, bottom: height - 40 };

/** Learning curves on a logarithmic axis of rows, as SVG that takes its colours from the page. */
export function curvesSvg(curves: readonly Curve[], label: string): string {
  const drawn = curves.filter(({ points }) => points.length > 1);
  if (drawn.length === 0) return "";
  const shown = drawn.filter(({ faint }) => !faint);
  const from = Math.min(...drawn.map(({ points }) => points[0].rows));
  const to = Math.max(...drawn.map(({ points }) => points.at(-1)!.rows));
  // The early rows of a few bad rates would squeeze everything else to the floor.
  const ends = shown.map(({ points }) => points.at(-1)!.score).sort((a, b) => a - b);
  const low = Math.max(
    0,
    Math.min(...shown.flatMap(({ points }) => points.map(({ score }) => score))) * 0.95,
  );
  const high = Math.max(ends[Math.floor(ends.length / 2)] * 2.5, ends[0] * 1.5, low + 1e-9);
  const x = (rows: number) =>
    frame.left + ((frame.right - frame.left) * Math.log(rows / from)) / (Math.log(to / from) || 1);
  const y = (score: number) => frame.bottom - ((frame.bottom - frame.top) * (score - low)) / (high - low);
  const path = (points: Curve["points"]) =>
    points
      .filter(({ score }) => Number.isFinite(score))
      .map(({ rows, score }, n) => `${n === 0 ? "M" : "L"}${x(rows).toFixed(1)} ${y(score).toFixed(1)}`)
      .join("");
  const colours = new Map(shown.filter(({ emphasised }) => !emphasised).map((curve, n) => [curve, n % 8]));
  const styleOf = (curve: Curve) =>
    curve.faint ? "faint" : curve.emphasised ? "ours" : `c${colours.get(curve)}`;
  const lines = [...drawn]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(
      (curve) =>
        `<path class="curve ${styleOf(curve)}" d="${path(curve.points)}"><title>${escaped(curve.name)}</title></path>`,
    );
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">`,
    ...ticksOfRows(from, to).map(
      (rows) =>
        `<line class="grid" x1="${x(rows).toFixed(1)}" x2="${x(rows).toFixed(1)}" y1="${frame.top}" y2="${frame.bottom}"/>` +
        `<text class="quiet" x="${x(rows).toFixed(1)}" y="${frame.bottom + 18}" text-anchor="middle">${rows.toLocaleString("en")}</text>`,
    ),
    ...ticksOfScores(low, high).map(
      (score) =>
        `<line class="grid" x1="${frame.left}" x2="${frame.right}" y1="${y(score).toFixed(1)}" y2="${y(score).toFixed(1)}"/>` +
        `<text class="quiet" x="${frame.left - 8}" y="${(y(score) + 4).toFixed(1)}" text-anchor="end">${Number(score.toPrecision(3))}</text>`,
    ),
    `<clipPath id="frame"><rect x="${frame.left}" y="${frame.top}" width="${frame.right - frame.left}" height="${frame.bottom - frame.top + 2}"/></clipPath>`,
    `<g clip-path="url(#frame)">`,
    ...lines,
    "</g>",
    ...names(shown, y).map(
      ({ curve, at }) =>
        `<text class="${styleOf(curve)}" x="${frame.right + 8}" y="${at.toFixed(1)}">${escaped(curve.name)}</text>`,
    ),
    `<text class="quiet" x="${(frame.left + frame.right) / 2}" y="${height - 4}" text-anchor="middle">rows</text>`,
    "</svg>",
  ].join("\n");
}

/** What is drawn later lies on top. */
function rankOf({ faint, emphasised }: Curve): number {
  return faint ? 0 : emphasised ? 2 : 1;
}

/** Names at the ends of their curves, moved apart where they would overlap. */
function names(curves: readonly Curve[], y: (score: number) => number): { curve: Curve; at: number }[] {
  const placed = curves
    .map((curve) => ({ curve, at: Math.max(frame.top, y(curve.points.at(-1)!.score)) + 4 }))
    .sort((a, b) => a.at - b.at);
  const gap = 15;
  for (let n = 1; n < placed.length; n++) placed[n].at = Math.max(placed[n].at, placed[n - 1].at + gap);
  const over = (placed.at(-1)?.at ?? 0) - frame.bottom;
  if (over > 0) {
    for (let n = placed.length - 1, limit = frame.bottom; n >= 0; n--, limit -= gap) {
      placed[n].at = Math.min(placed[n].at, limit);
    }
  }
  return placed;
}

function ticksOfRows(from: number, to: number): number[] {
  const ticks: number[] = [];
  for (let rows = 10 ** Math.ceil(Math.log10(from)); rows <= to; rows *= 10) ticks.push(rows);
  return ticks;
}

function ticksOfScores(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
  const ticks: number[] = [];
  for (let score = Math.ceil(low / step) * step; score <= high; score += step) ticks.push(score);
  return ticks;
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
