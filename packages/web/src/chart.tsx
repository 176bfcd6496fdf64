import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";

export interface Line {
  readonly name: string;
  /** A custom property of the style sheet, such as `--model`. */
  readonly colour: string;
  readonly dash?: readonly number[];
  readonly width?: number;
}

export interface ChartProps {
  /** What the chart is of, for those who do not see it. */
  readonly title: string;
  readonly lines: readonly Line[];
  /** The x of every point and, for every line, its y; null where it has none. */
  readonly points: uPlot.AlignedData;
  /** From where to where x always goes, and where the axis has its marks. */
  readonly span?: readonly [number, number];
  readonly splits?: readonly number[];
  /** CSS pixels. */
  readonly height: number;
  readonly format: (y: number | null | undefined) => string;
  /** On the axis, where that should be shorter. */
  readonly formatAxis?: (y: number) => string;
  readonly formatX?: (x: number) => string;
  /** What the y axis always includes. */
  readonly include?: number;
  /** False where something else on the page is the legend. */
  readonly legend?: boolean;
}

/** A live chart with its legend, which tells the values under the cursor, or the latest. Its box keeps its size. */
export function Chart(props: ChartProps) {
  const { title, lines, points, height, format, legend = true } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [under, setUnder] = useState<number | null>(null);
  const dark = useDark();
  const shape = lines.map(({ name, colour }) => `${name} ${colour}`).join("\n");

  // Made anew only for other lines or other colours: points come every second, and are set below.
  useEffect(() => {
    const element = box.current!;
    const options = optionsOf(props, element, setUnder);
    plot.current = new uPlot(options, points, element);
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.current?.destroy();
    };
  }, [shape, dark]);

  useEffect(() => plot.current?.setData(points), [points]);

  const last = points[0].length - 1;
  const at = under !== null && under <= last ? under : last;
  const said = lines.map(({ name }, n) => [name, format(latest(points[n + 1], at))] as const);
  return (
    <figure class="chart">
      <figcaption hidden={!legend}>
        <ul class="legend">
          {said.map(([name, value], n) => (
            <li key={name}>
              <svg class="swatch" viewBox="0 0 14 4" aria-hidden="true">
                <line
                  x1="1"
                  x2="13"
                  y1="2"
                  y2="2"
                  style={{ stroke: `var(${lines[n].colour})` }}
                  stroke-dasharray={lines[n].dash?.join(" ")}
                />
              </svg>
              {name} <span class="soft">{value}</span>
            </li>
          ))}
        </ul>
      </figcaption>
      <div
        ref={box}
        class="canvas"
        style={{ height: `${height}px` }}
        role="img"
        aria-label={`${title}: ${said.map(([name, value]) => `${name} ${value}`).join(", ")}`}
      />
    </figure>
  );
}

/** The value at a point, or the last one before it: lines need not have a value at every x. */
function latest(values: uPlot.AlignedData[number], at: number): number | null {
  for (let n = at; n >= 0; n--) {
    const value = values[n];
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

function optionsOf(
  props: ChartProps,
  element: HTMLElement,
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = { font, stroke: colour("--soft"), ticks: { show: false } };
  const { include, format, formatAxis = format, formatX = String, span, splits } = props;
  return {
    width: element.clientWidth,
    height: props.height,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: false, ...(span === undefined ? {} : { range: () => [...span] }) },
      y: { range: (_, least, most) => rangeOf(least, most, include) },
    },
    series: [
      {},
      ...props.lines.map((line) => ({
        stroke: colour(line.colour),
        width: line.width ?? 1.75,
        spanGaps: true,
        points: { show: false },
        ...(line.dash === undefined ? {} : { dash: [...line.dash] }),
      })),
    ],
    axes: [
      {
        ...axis,
        size: 32,
        gap: 8,
        grid: { show: false },
        values: (_, splits) => splits.map(formatX),
        ...(splits === undefined ? {} : { splits: [...splits] }),
      },
      {
        ...axis,
        size: 56,
        grid: { stroke: colour("--line"), width: 1 },
        values: (_, splits) => splits.map(formatAxis),
      },
    ],
    hooks: { setCursor: [(plot) => onCursor(plot.cursor.idx ?? null)] },
  };
}

function rangeOf(least: number | null, most: number | null, include: number | undefined): [number, number] {
  if (least === null || most === null) return [0, 1];
  const from = Math.min(least, include ?? least);
  const to = Math.max(most, include ?? most);
  const room = to === from ? Math.abs(to) / 2 || 1 : (to - from) / 12;
  return [from === include ? from : from - room, to + room];
}

/** Whether the pages are dark: a canvas does not follow the style sheet by itself. */
function useDark(): boolean {
  const [dark, setDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setDark(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return dark;
}
