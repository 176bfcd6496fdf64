import {
  CENTRE,
  cellBytes,
  columnBytes,
  HAT,
  HIGHEST,
  LOWEST,
  SEEN,
  SPREAD,
  STATISTICS,
  TARGET,
} from "../core/layout.ts";
import type { Block, Manner } from "../engine/block.ts";
import type { Region } from "../engine/region.ts";
import type { Contribution, EffectPoint, Effects } from "./effects.ts";
import type { Encoder } from "./encoder.ts";
import { CIRCLES, type Vocabulary } from "./vocabulary.ts";

/** What the tracker, which follows the labels, adds to a score. */
export const RECENT = "recent labels";
const MISSING = "missing";
const CIRCLE_NAMES = ["hour cos", "hour sin", "weekday cos", "weekday sin", "month cos", "month sin"];
const KNOTS = 17;
const PRECISION = 0.1;

/** Parts of a row's scores by the feature that adds them: `outputs` numbers each. */
interface Parts {
  readonly count: number;
  readonly outputs: number;
  /** Cells, then a part for each output. */
  readonly numbers: Float64Array;
}

/** Names what the cells of a region belong to, and takes scores apart by name. */
export class Explainer {
  private readonly encoder: Encoder;
  private readonly region: Region;
  private readonly block: Block;

  constructor(encoder: Encoder, region: Region, block: Block) {
    this.encoder = encoder;
    this.region = region;
    this.block = block;
  }

  private get vocabulary(): Vocabulary {
    return this.encoder.vocabulary;
  }

  /** What each column of the record in the block adds to an output: the constant apart, the greatest first. */
  explain(output: number, manner: Manner): { baseline: number; contributions: Contribution[] } {
    const parts = this.parts(manner);
    const owners = this.owners();
    const columns = new Map<string, number>();
    let baseline = 0;
    for (let n = 0; n < parts.count; n++) {
      const at = n * (1 + parts.outputs);
      const part = parts.numbers[at + 1 + output];
      const owner = this.ownerOf(parts.numbers[at], owners);
      if (owner === undefined) baseline += part;
      else columns.set(owner, (columns.get(owner) ?? 0) + part);
    }
    const contributions = [...columns]
      .filter(([, contribution]) => contribution !== 0)
      .map(([column, contribution]) => ({ column, contribution }))
      .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
    return { baseline, contributions };
  }

  /**
   * The steady answer's weights by name, for every output: [output][line]. Of a numeric column what one more unit adds
   * around its centre; of anything else what its presence adds. The time it takes is that of writing them.
   */
  weights(): { intercepts: Float64Array; names: string[]; weights: Float64Array[] } {
    const { vocabulary, region } = this;
    const { outputs } = region.shape;
    const columns = [...vocabulary.columns.values()].filter(
      ({ number, kind }) => number >= 0 && kind !== undefined,
    );
    const at = (values: (place: number) => number) => {
      this.row((place) => values(place), []);
      return this.columnParts(this.parts({ steady: true, scaledAsSaved: true }));
    };
    const statistics = columns.map(({ number }) => this.statisticsOf(number));
    const [low, high, middle] = [-1, 1, 0].map((side) =>
      at((place) => {
        const { centre, spread, isFlag } = this.statisticsOf(place);
        if (isFlag) return side < 0 ? 0 : side > 0 ? 1 : centre;
        return centre + side * spread;
      }),
    );
    const names: string[] = [];
    const weights: Float64Array[] = [];
    const intercepts = Float64Array.from({ length: outputs }, (_, k) => middle.constant[k]);
    columns.forEach(({ name, number }, n) => {
      const { centre, spread, isFlag } = statistics[n];
      const width = isFlag ? 1 : 2 * spread;
      names.push(name);
      const slopes = Float64Array.from({ length: outputs }, (_, k) => {
        const rise = (high.columns.get(number)?.[k] ?? 0) - (low.columns.get(number)?.[k] ?? 0);
        return width > 0 ? rise / width : 0;
      });
      weights.push(slopes);
      for (let k = 0; k < outputs; k++)
        intercepts[k] += (middle.columns.get(number)?.[k] ?? 0) - slopes[k] * centre;
    });
    // All features at once: what each adds does not depend on the others, as the scale is the model's.
    const used = this.usedFeatures();
    this.row(() => Number.NaN, used);
    const parts = this.featureParts(this.parts({ steady: true, scaledAsSaved: true }));
    const features = this.featureNames();
    for (const feature of used) {
      const part = parts.get(feature);
      if (part === undefined) continue;
      names.push(features.get(feature) ?? `#${feature - 1}`);
      weights.push(part);
    }
    return { intercepts, names, weights };
  }

  /** The steady answer's curve of a column, or the effects of its categories, on an output. */
  effects(name: string, output: number): Effects | undefined {
    const column = this.vocabulary.columns.get(name);
    if (column === undefined) return undefined;
    const points = column.number >= 0 ? this.curveOf(column.number, output) : [];
    const texts = [...column.categories];
    const places = texts.map(([, feature]) => feature).concat(column.missing >= 0 ? column.missing : []);
    this.row(() => Number.NaN, places);
    const parts = this.featureParts(this.parts({ steady: true, scaledAsSaved: true }));
    const categories = texts.map(([category, feature]) => ({
      category,
      effect: parts.get(feature)?.[output] ?? 0,
    }));
    if (column.missing >= 0)
      categories.push({ category: MISSING, effect: parts.get(column.missing)?.[output] ?? 0 });
    return { column: name, points, categories };
  }

  private curveOf(place: number, output: number): EffectPoint[] {
    const { centre, spread, lowest, highest, isFlag, seen } = this.statisticsOf(place);
    if (seen === 0) return [];
    const values = isFlag ? [0, 1] : knotsOf(centre, spread, lowest, highest);
    const data = isFlag ? [1 - centre, centre] : this.informationOf(place, output, values, centre, spread);
    return values.map((value, n) => {
      this.row((other) => (other === place ? value : Number.NaN), []);
      const parts = this.columnParts(this.parts({ steady: true, scaledAsSaved: true }));
      return { value, effect: parts.columns.get(place)?.[output] ?? 0, data: data[n] };
    });
  }

  /** How much the Gaussian member knows around each value, as shares: what it has learned at the hats. */
  private informationOf(
    place: number,
    output: number,
    values: number[],
    centre: number,
    spread: number,
  ): number[] {
    const { region } = this;
    const { outputs } = region.shape;
    const { doubles } = region.home.space;
    const hats = this.columnCells(place) + 2 * cellBytes(region.members, outputs);
    const known = values.map((value) => {
      const u = Math.min(16, Math.max(0, 2 * bendOf(value - centre, spread) + 8));
      const knot = Math.round(u);
      const V = doubles[(hats + (knot * outputs + output) * HAT + 8) >> 3];
      return V > 0 ? 1 / V - PRECISION : 0;
    });
    const all = known.reduce((sum, one) => sum + one, 0);
    return known.map((one) => (all > 0 ? one / all : 0));
  }

  /** Puts one row into the block: numbers by place, and features that are 1. */
  private row(number: (place: number) => number, features: readonly number[]): void {
    const { block, vocabulary } = this;
    block.clear(vocabulary.flags.length);
    const from = block.begin();
    for (let place = 0; place < block.columns; place++) block.numbers[from + place] = number(place);
    for (const feature of features) block.add(feature, 1);
    block.end(0, 1);
  }

  private parts(manner: Manner): Parts {
    const count = this.block.explain(this.region, manner);
    return { count, outputs: this.region.shape.outputs, numbers: this.block.answers };
  }

  /** Parts by the column's place, and the constant's. */
  private columnParts({ count, outputs, numbers }: Parts): {
    columns: Map<number, Float64Array>;
    constant: Float64Array;
  } {
    const owners = this.columnStarts();
    const columns = new Map<number, Float64Array>();
    let constant = new Float64Array(outputs);
    for (let n = 0; n < count; n++) {
      const at = n * (1 + outputs);
      const part = numbers.slice(at + 1, at + 1 + outputs);
      if (this.featureAt(numbers[at]) === 0) constant = part;
      const place = placeAt(owners, numbers[at]);
      if (place < 0) continue;
      const before = columns.get(place);
      columns.set(place, before === undefined ? part : before.map((one, k) => one + part[k]));
    }
    return { columns, constant };
  }

  private featureParts({ count, outputs, numbers }: Parts): Map<number, Float64Array> {
    const parts = new Map<number, Float64Array>();
    for (let n = 0; n < count; n++) {
      const at = n * (1 + outputs);
      const feature = this.featureAt(numbers[at]);
      if (feature > 0) parts.set(feature, numbers.slice(at + 1, at + 1 + outputs));
    }
    return parts;
  }

  /** Returns the feature whose cells are at an address; −1 for any other address. */
  private featureAt(address: number): number {
    const { region } = this;
    const bytes = cellBytes(region.members, region.shape.outputs);
    const feature = (address - region.address - region.plan.starts[4]) / bytes;
    return feature >= 0 && feature < region.shape.features ? feature : -1;
  }

  /** Features that were touched. */
  private usedFeatures(): number[] {
    const { region } = this;
    const units = (region.address + region.plan.starts[3]) >> 3;
    const used: number[] = [];
    for (let feature = 1; feature < region.shape.features; feature++) {
      if (region.home.space.doubles[units + feature] !== 0) used.push(feature);
    }
    return used;
  }

  /** Where each column's cells begin, and where the last one's end. */
  private columnStarts(): number[] {
    const { region } = this;
    let at = region.address + region.plan.starts[2];
    const starts = [at];
    for (const isFlag of region.shape.flags) {
      at += columnBytes(region.members, region.shape.outputs, isFlag);
      starts.push(at);
    }
    return starts;
  }

  private columnCells(place: number): number {
    return this.columnStarts()[place];
  }

  private statisticsOf(place: number): Statistics {
    const { region, vocabulary } = this;
    const base = region.address + region.plan.starts[1] + STATISTICS * (place >> 1) + 8 * (place & 1);
    return { ...statisticsAt(region, base), isFlag: vocabulary.flags[place] };
  }

  /** Columns by place, and features by name. */
  private owners(): { starts: number[]; places: string[]; features: Map<number, string> } {
    const places: string[] = [];
    const features = new Map<number, string>();
    for (const { name, number, feature, missing, kind, categories } of this.vocabulary.columns.values()) {
      if (number >= 0) places[number] = name;
      for (let n = 0; feature >= 0 && n < (kind === "date" ? CIRCLES : 1); n++)
        features.set(feature + n, name);
      if (missing >= 0) features.set(missing, name);
      for (const at of categories.values()) features.set(at, name);
    }
    return { starts: this.columnStarts(), places, features };
  }

  private ownerOf(address: number, owners: ReturnType<Explainer["owners"]>): string | undefined {
    if (address === 0) return RECENT;
    const place = placeAt(owners.starts, address);
    if (place >= 0) return owners.places[place];
    const feature = this.featureAt(address);
    if (feature === 0) return undefined;
    return owners.features.get(feature) ?? `#${feature - 1}`;
  }

  private featureNames(): Map<number, string> {
    const names = new Map<number, string>();
    for (const { name, feature, missing, kind, categories } of this.vocabulary.columns.values()) {
      const parts = kind === "date" ? CIRCLE_NAMES.map((part) => `${name}: ${part}`) : [name];
      for (let n = 0; feature >= 0 && n < parts.length; n++) names.set(feature + n, parts[n]);
      if (missing >= 0) names.set(missing, `${name} is missing`);
      for (const [text, at] of categories) names.set(at, `${name}=${text}`);
    }
    return names;
  }
}

interface Statistics {
  readonly seen: number;
  readonly centre: number;
  readonly spread: number;
  readonly lowest: number;
  readonly highest: number;
  readonly isFlag: boolean;
}

function statisticsAt(region: Region, base: number): Omit<Statistics, "isFlag"> {
  const at = (field: number) => region.home.space.doubles[(base + field) >> 3];
  return { seen: at(SEEN), centre: at(CENTRE), spread: at(SPREAD), lowest: at(LOWEST), highest: at(HIGHEST) };
}

/** The target's centre and spread. */
export function targetOf(region: Region): { centre: number; spread: number; seen: number } {
  return statisticsAt(region, region.address + TARGET);
}

/** The place of the column whose cells hold an address; −1 where none does. */
function placeAt(starts: readonly number[], address: number): number {
  let low = 0;
  let high = starts.length - 1;
  if (address < starts[0] || address >= starts[high]) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= address) low = middle;
    else high = middle;
  }
  return low;
}

/** The bend of a deviation, and the deviation of a bend: plain up to two spreads, logarithmic beyond. */
function bendOf(deviation: number, spread: number): number {
  const size = Math.abs(deviation) / spread;
  return Math.sign(deviation) * (size <= 2 ? size : 2 * (1 + Math.log(size / 2)));
}

function deviationOf(bend: number, spread: number): number {
  const size = Math.abs(bend);
  return Math.sign(bend) * spread * (size <= 2 ? size : 2 * Math.exp(size / 2 - 1));
}

/** Values at the knots that lie in a column's recent range, and the ends of the range. */
function knotsOf(centre: number, spread: number, lowest: number, highest: number): number[] {
  if (spread === 0) return [centre];
  const knots = Array.from({ length: KNOTS }, (_, k) => deviationOf((k - 8) / 2, spread));
  const inside = knots.filter((knot) => knot > lowest && knot < highest);
  return [...new Set([lowest, ...inside, highest])].map((deviation) => centre + deviation);
}
