import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { Chart, DotChart, LineChart, ScatterChart } from "./section.ts";

/** Colours that can be told apart on white and on black. */
const PALETTE = [
  "#2f81f7",
  "#e3762b",
  "#2da44e",
  "#cf4a4a",
  "#9a6bd6",
  "#c49a1a",
  "#2aa7a7",
  "#d65a9f",
  "#8c8c8c",
  "#7a9a2e",
  "#a3684a",
  "#5b6ee1",
];
const LINE = 17;
const LEGEND = 190;

/** A chart as a complete SVG document. */
export function draw(chart: Chart): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const drawn =
    chart.kind === "lines"
      ? lines(chart, document)
      : chart.kind === "dots"
        ? dots(chart, document)
        : scatter(chart, document);
  const { svg, legend, width, height } = drawn;
  const legendHeight = legend.length * LINE + 10;
  const inner = String(svg.outerHTML)
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace("<svg ", `<svg y="28" `)
    .replace(/-?\d+\.\d{3,}/g, (text) => String(Number(Number(text).toFixed(2))));
  const totalWidth = width + (legend.length > 0 ? LEGEND : 0);
  const totalHeight = Math.max(height, legendHeight) + 32;
  const entries = legend.map(({ name, colour, bold, dashed }, n) => {
    const y = 44 + n * LINE;
    const line = `<line x1="${width + 8}" x2="${width + 28}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="${bold ? 3 : 1.75}"${dashed ? ' stroke-dasharray="4 3"' : ""}/>`;
    return `${line}<text x="${width + 34}" y="${y + 4}"${bold ? ' font-weight="700"' : ""}>${escaped(name)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 ${totalWidth} ${totalHeight}" width="${totalWidth}" height="${totalHeight}" role="img" aria-label="${escaped(chart.title)}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor">`,
    `<style>.chart { color: #1f2328 } @media (prefers-color-scheme: dark) { .chart { color: #e6edf3 } }</style>`,
    `<text x="4" y="16" font-size="14" font-weight="600">${escaped(chart.title)}</text>`,
    inner,
    ...entries,
    "</svg>",
  ].join("\n");
}

interface Drawn {
  readonly svg: { outerHTML: string };
  readonly legend: readonly { name: string; colour: string; bold?: boolean; dashed?: boolean }[];
  readonly width: number;
  readonly height: number;
}

function lines(chart: LineChart, document: unknown): Drawn {
  const { width = 640, height = 380 } = chart;
  const names = [...new Set(chart.series.map(({ name }) => name))];
  const colourOf = (name: string) => PALETTE[names.indexOf(name) % PALETTE.length];
  const domain = chart.y.domain;
  const inside = ([, y]: readonly [number, number]) =>
    Number.isFinite(y) &&
    (chart.y.log !== true || y > 0) &&
    (domain === undefined || (y >= domain[0] && y <= domain[1]));
  const marks: Plot.Markish[] = [];
  const levels: Plot.Markish[] = [];
  for (const { y, label } of chart.levels ?? []) {
    levels.push(Plot.ruleY([y], { stroke: "currentColor", strokeDasharray: "6 4", strokeOpacity: 0.8 }));
    levels.push(
      Plot.text([y], {
        y: (value: number) => value,
        frameAnchor: "right",
        text: () => label,
        dy: -6,
        dx: -4,
      }),
    );
  }
  for (const series of chart.series) {
    const points = series.points.map((point, n) => ({ point, sd: series.deviations?.[n] ?? 0 }));
    if (series.deviations?.some((sd) => sd > 0)) {
      const clamp = (y: number) => (domain === undefined ? y : Math.min(Math.max(y, domain[0]), domain[1]));
      marks.push(
        Plot.areaY(
          points.filter(({ point }) => inside(point)),
          {
            x: ({ point }) => point[0],
            y1: ({ point, sd }) => clamp(point[1] - sd),
            y2: ({ point, sd }) => clamp(point[1] + sd),
            fill: colourOf(series.name),
            fillOpacity: 0.15,
          },
        ),
      );
    }
  }
  for (const series of [...chart.series].sort((a, b) => Number(a.bold ?? false) - Number(b.bold ?? false))) {
    const points = series.points.map((point) => (inside(point) ? point : ([point[0], Number.NaN] as const)));
    const options = {
      x: (point: readonly [number, number]) => point[0],
      y: (point: readonly [number, number]) => point[1],
      stroke: colourOf(series.name),
      strokeWidth: series.bold ? 3 : chart.series.length > 30 ? 0.9 : 1.5,
      ...(series.dashed ? { strokeDasharray: "4 3", strokeOpacity: 0.75 } : {}),
    };
    marks.push(Plot.line(points, options));
    if (points.length < 3)
      marks.push(Plot.dot(points, { ...options, r: series.dashed ? 3 : 2, strokeDasharray: "" }));
  }
  const svg = Plot.plot({
    document: document as never,
    width,
    height,
    marginLeft: 60,
    marginRight: 30,
    style: { background: "none" } as never,
    x: {
      label: chart.x.label,
      type: chart.x.log ? "log" : "linear",
      ticks: 6,
      tickFormat: chart.x.log ? ",~r" : ",~r",
    },
    y: {
      label: chart.y.label,
      type: chart.y.log ? "log" : "linear",
      grid: true,
      ticks: 6,
      ...(domain === undefined ? {} : { domain: [...domain] }),
      ...(chart.y.log ? { tickFormat: "~g" } : {}),
    },
    marks: [...marks, ...levels],
  });
  const legend = names.map((name) => {
    const own = chart.series.filter((one) => one.name === name);
    return {
      name,
      colour: colourOf(name),
      bold: own.some(({ bold }) => bold),
      dashed: own.every(({ dashed }) => dashed),
    };
  });
  if (
    chart.series.some(({ dashed }) => dashed) &&
    legend.some(({ dashed }) => !dashed) &&
    names.length > 4 &&
    chart.series.length > names.length
  ) {
    legend.push({ name: "dashed: published", colour: "currentColor", bold: false, dashed: true });
  }
  return { svg, legend, width, height };
}

function dots(chart: DotChart, document: unknown): Drawn {
  const facets = [...new Set(chart.dots.map(({ facet }) => facet))];
  const rows = [...new Set(chart.dots.map(({ row }) => row))];
  const series = [...new Set(chart.dots.map((dot) => dot.series))];
  const cell = 230;
  const [left, height] = [190, rows.length * 20 + 60];
  const width = left + facets.length * cell;
  // Every facet has an axis of its own: losses of different sets are not to be compared.
  const parts = facets.map((facet, n) => {
    const own = chart.dots.filter((dot) => dot.facet === facet);
    const svg = Plot.plot({
      document: document as never,
      width: cell + (n === 0 ? left : 0),
      height,
      marginLeft: n === 0 ? left : 8,
      marginRight: 14,
      marginTop: 26,
      style: { background: "none" } as never,
      x: { label: n === 0 ? chart.x.label : null, ticks: 4, grid: true },
      y: { domain: rows, label: null, axis: n === 0 ? "left" : null },
      marks: [
        Plot.ruleY(rows, { stroke: "currentColor", strokeOpacity: 0.08 }),
        Plot.dot(own, {
          x: "x",
          y: "row",
          fill: (dot: { series: string }) => PALETTE[series.indexOf(dot.series)],
          r: 4,
        }),
        Plot.text([facet], { text: (name: string) => name, frameAnchor: "top", dy: -18, fontWeight: "600" }),
      ],
    });
    const x = n === 0 ? 0 : left + n * cell;
    return String(svg.outerHTML).replace("<svg ", `<svg x="${x}" `);
  });
  const legend = series.map((name, n) => ({ name, colour: PALETTE[n], bold: true }));
  return {
    svg: { outerHTML: `<svg width="${width}" height="${height}">${parts.join("")}</svg>` },
    legend,
    width,
    height,
  };
}

function scatter(chart: ScatterChart, document: unknown): Drawn {
  const facets = [...new Set(chart.points.map(({ facet }) => facet))];
  const across = 4;
  const size = 190;
  const height = Math.ceil(facets.length / across) * (size + 20);
  const parts = facets.map((facet, n) => {
    const svg = Plot.plot({
      document: document as never,
      width: size,
      height: size,
      marginTop: 22,
      style: { background: "none" } as never,
      x: { domain: [...(chart.x.domain ?? [0, 1])], label: chart.x.label, ticks: 3 },
      y: { domain: [...(chart.y.domain ?? [0, 1])], label: null, ticks: 3 },
      marks: [
        Plot.line(
          [
            [0, 0],
            [1, 1],
          ],
          { stroke: "currentColor", strokeOpacity: 0.3 },
        ),
        Plot.dot(
          chart.points.filter((point) => point.facet === facet),
          { x: "x", y: "y", r: 1.5, fill: PALETTE[0], fillOpacity: 0.7 },
        ),
        Plot.text([facet], { text: (name: string) => name, frameAnchor: "top", dy: -16, fontWeight: "600" }),
      ],
    });
    const place = `<svg x="${(n % across) * (size + 10)}" y="${Math.floor(n / across) * (size + 20)}" `;
    return String(svg.outerHTML).replace("<svg ", place);
  });
  const width = across * (size + 10);
  return {
    svg: { outerHTML: `<svg width="${width}" height="${height}">${parts.join("")}</svg>` },
    legend: [],
    width,
    height,
  };
}

export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
