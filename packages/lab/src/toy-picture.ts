import { rules } from "scinol/rules";
import type { ToyCurve, ToyResult } from "./toy-experiment.ts";

/** The experiment as a picture: test cross-entropy over rounds on a logarithmic axis. Readable on white and on black. */
export function toyPicture(result: ToyResult): string {
  const last = result.checkpoints.at(-1)!;
  const highest = Math.max(...result.rules.flatMap((curve) => curve.loss));
  const x = (t: number) => LEFT + (t / last) * (RIGHT - LEFT);
  const low = Math.log(0.24);
  const high = Math.log(highest);
  const y = (loss: number) => BOTTOM - ((Math.log(loss) - low) / (high - low)) * (BOTTOM - TOP);

  const ticks = [0.3, 0.5, 1, 2, 5, 10, 20, 50, 100].filter((loss) => loss < highest);
  const curves = result.rules.map((curve) => {
    const points = result.checkpoints.map((t, c) => `${round(x(t))},${round(y(curve.loss[c]))}`);
    return `<polyline class="${lookOf(curve)}" points="${points.join(" ")}"/>`;
  });
  const bounds = [
    { title: "zero vector", look: "bound", end: y(result.zeroVector) },
    { title: "best possible", look: "bound", end: y(result.bestPossible) },
  ];
  const ends = result.rules
    .map((curve) => ({ title: curve.title, look: lookOf(curve), end: y(curve.loss.at(-1)!) }))
    .concat(bounds)
    .sort((a, b) => b.end - a.end);
  const places = apart(ends.map(({ end }) => end));
  const names = ends.map(({ title, look, end }, n) => {
    const leader = `${RIGHT + 3},${round(end)} ${RIGHT + 18},${round(places[n])}`;
    return [
      `<polyline class="${look} leader" points="${leader}"/>`,
      `<text class="${look}" x="${RIGHT + 22}" y="${round(places[n] + 4)}">${title}</text>`,
    ].join("");
  });

  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title">`,
    `<title id="title">Test cross-entropy on the toy data, by rounds learned</title>`,
    `<style>${STYLE}</style>`,
    ...ticks.map(
      (loss) =>
        `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${round(y(loss))}" y2="${round(y(loss))}"/>` +
        `<text class="quiet" text-anchor="end" x="${LEFT - 8}" y="${round(y(loss) + 4)}">${loss}</text>`,
    ),
    ...[0, 1, 2, 3, 4, 5].map(
      (n) =>
        `<text class="quiet" text-anchor="middle" x="${round(x((n * last) / 5))}" y="${BOTTOM + 20}">${(n * last) / 5}</text>`,
    ),
    `<text class="quiet" text-anchor="end" x="${RIGHT}" y="${BOTTOM + 38}">rounds learned</text>`,
    `<text class="title" x="${LEFT}" y="20">Test cross-entropy, 21 features of scale 2⁻¹⁰ … 2¹⁰</text>`,
    ...LEGEND.map(
      ([look, text, at]) =>
        `<line class="${look}" x1="${at}" x2="${at + 20}" y1="38" y2="38"/><text class="${look}" x="${at + 26}" y="42">${text}</text>`,
    ),
    ...bounds.map(
      ({ end }) => `<line class="bound" x1="${LEFT}" x2="${RIGHT}" y1="${round(end)}" y2="${round(end)}"/>`,
    ),
    ...curves.reverse(),
    ...names,
    "</svg>",
  ].join("\n")}\n`;
}

const WIDTH = 800;
const HEIGHT = 500;
const LEFT = 44;
const RIGHT = 670;
const TOP = 62;
const BOTTOM = 446;

const LEGEND = [
  ["free", "unit-free, nothing tuned", LEFT],
  ["tuned", "unit-free, rate tuned", LEFT + 210],
  ["scaled", "depends on units", LEFT + 400],
] as const;

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.quiet { font-size: 11px; fill: #59636e }
.grid { stroke: #d1d9e0; stroke-width: .5 }
.bound { stroke: #59636e; stroke-dasharray: 5 4 }
polyline { fill: none; stroke-width: 1.25; stroke-linejoin: round }
.free { stroke: #0969da } .tuned { stroke: #1a7f37 } .scaled { stroke: #bc4c00 }
polyline.scaled { stroke-width: 1; stroke-opacity: .8 }
polyline.main { stroke-width: 3 } polyline.leader { stroke-width: .75; stroke-dasharray: none } text.main { font-weight: 700 }
text.free { fill: #0969da; stroke: none } text.tuned { fill: #1a7f37; stroke: none } text.scaled { fill: #bc4c00; stroke: none }
text.bound { fill: #59636e; stroke: none }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .quiet { fill: #9198a1 } .grid { stroke: #3d444d } .bound { stroke: #9198a1 }
.free { stroke: #58a6ff } .tuned { stroke: #3fb950 } .scaled { stroke: #f0883e }
text.free { fill: #58a6ff } text.tuned { fill: #3fb950 } text.scaled { fill: #f0883e } text.bound { fill: #9198a1 }
}
`;

function lookOf({ rule, tuned }: ToyCurve): string {
  if (rule === "scinol2") return "free main";
  if (!rules[rule].relative) return "scaled";
  return tuned ? "tuned" : "free";
}

/** Places at least a line of text apart; those that would overlap share the middle of where they want to be. */
function apart(wanted: readonly number[]): number[] {
  const groups: { middle: number; count: number }[] = [];
  for (const place of wanted) {
    let group = { middle: place, count: 1 };
    for (let below = groups.at(-1); below !== undefined && overlap(below, group); below = groups.at(-1)) {
      groups.pop();
      const count = below.count + group.count;
      const middle = (below.middle * below.count + group.middle * group.count) / count;
      group = { middle: Math.min(middle, BOTTOM + 10 - ((count - 1) * LINE) / 2), count };
    }
    groups.push(group);
  }
  return groups.flatMap(({ middle, count }) =>
    Array.from({ length: count }, (_, n) => middle + ((count - 1) / 2 - n) * LINE),
  );
}

function overlap(
  below: { middle: number; count: number },
  above: { middle: number; count: number },
): boolean {
  return below.middle - above.middle < ((below.count + above.count) / 2) * LINE;
}

const LINE = 16;

function round(pixels: number): string {
  return pixels.toFixed(1);
}
