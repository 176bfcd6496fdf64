/** What an experiment says in the report: words, charts and tables, as data. `draw.ts` and `page.ts` make them visible. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Paragraphs. */
  readonly prose: readonly string[];
  readonly charts: readonly Chart[];
  readonly tables: readonly TextTable[];
}

export type Chart = LineChart | DotChart | ScatterChart;

interface AnyChart {
  /** The name of its SVG file. */
  readonly name: string;
  readonly title: string;
  readonly caption?: string;
  readonly width?: number;
  readonly height?: number;
}

export interface LineChart extends AnyChart {
  readonly kind: "lines";
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** Dashed lines across. */
  readonly levels?: readonly { readonly y: number; readonly label: string }[];
}

export interface Series {
  /** In the legend; series of one name share a colour. */
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** One standard deviation, for each point. */
  readonly deviations?: readonly number[];
  /** Published, or otherwise not ours: dashed. */
  readonly dashed?: boolean;
  readonly bold?: boolean;
}

/** A value a row, with as many kinds of dots as there are series; one panel a facet. */
export interface DotChart extends AnyChart {
  readonly kind: "dots";
  readonly x: Axis;
  readonly dots: readonly {
    readonly row: string;
    readonly facet: string;
    readonly series: string;
    readonly x: number;
  }[];
}

export interface ScatterChart extends AnyChart {
  readonly kind: "scatter";
  readonly x: Axis;
  readonly y: Axis;
  /** One panel a facet, with the diagonal drawn. */
  readonly points: readonly { readonly facet: string; readonly x: number; readonly y: number }[];
}

export interface Axis {
  readonly label: string;
  readonly log?: boolean;
  readonly domain?: readonly [number, number];
}

export interface TextTable {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows, by position, to be seen first. */
  readonly marked?: readonly number[];
}
