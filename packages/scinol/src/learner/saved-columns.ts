import { type Kind, kinds } from "../records/column.ts";
import { show } from "../show.ts";
import { Column } from "./column.ts";
import { CIRCLES, type Vocabulary } from "./vocabulary.ts";

/** A column as a model file has it; places that it does not have are left out. */
export interface SavedColumn {
  readonly name: string;
  readonly kind?: Kind | undefined;
  readonly number?: number | undefined;
  readonly feature?: number | undefined;
  readonly missing?: number | undefined;
  readonly categories?: readonly (readonly [text: string, feature: number])[] | undefined;
}

/** What a vocabulary has met. */
export function saveColumns(vocabulary: Vocabulary): SavedColumn[] {
  const place = (at: number) => (at < 0 ? undefined : at);
  return [...vocabulary.columns.values()].map((column) => ({
    name: column.name,
    kind: column.kind,
    number: place(column.number),
    feature: place(column.feature),
    missing: place(column.missing),
    categories: column.categories.size === 0 ? undefined : [...column.categories],
  }));
}

/** Fills a vocabulary that has met nothing; throws where the columns contradict each other. */
export function restoreColumns(vocabulary: Vocabulary, saved: readonly SavedColumn[]): void {
  if (!Array.isArray(saved)) throw new TypeError("columns must be an array");
  const first = vocabulary.features;
  const features = new Set<number>();
  const numbers: boolean[] = [];
  const takeFeatures = (from: number, count: number) => {
    for (let feature = from; feature < from + count; feature++) {
      if (!Number.isInteger(feature) || feature < first || features.has(feature)) {
        throw new RangeError(`feature ${show(feature)} is none, or two columns have it`);
      }
      features.add(feature);
    }
    return from;
  };
  const names = new Set<string>();
  for (const { name, kind, number, feature, missing, categories } of saved) {
    if (typeof name !== "string" || names.has(name)) throw new RangeError(`column ${show(name)} comes twice`);
    names.add(name);
    if (kind !== undefined && !Object.hasOwn(kinds, kind))
      throw new RangeError(`column ${show(name)} has no such kind`);
    const known = vocabulary.columns.get(name);
    const column = known ?? new Column(name, kind, false);
    if (column.declared && column.kind !== kind)
      throw new RangeError(`column ${show(name)} is declared otherwise`);
    column.kind = kind;
    vocabulary.columns.set(name, column);
    if (number !== undefined) {
      const isPlace =
        Number.isInteger(number) && number >= 0 && number < saved.length && numbers[number] === undefined;
      if (!isPlace || (kind !== "number" && kind !== "boolean" && kind !== "date")) {
        throw new RangeError(`column ${show(name)} cannot be number ${show(number)}`);
      }
      column.number = number;
      numbers[number] = kind === "boolean";
    }
    if (feature !== undefined) column.feature = takeFeatures(feature, kind === "date" ? CIRCLES : 1);
    if (missing !== undefined) column.missing = takeFeatures(missing, 1);
    for (const [text, at] of categories ?? []) {
      if (typeof text !== "string" || column.categories.has(text)) {
        throw new RangeError(`column ${show(name)} has ${show(text)} twice`);
      }
      column.place(text, takeFeatures(at, 1));
    }
  }
  for (let number = 0; number < numbers.length; number++) {
    if (numbers[number] === undefined) throw new RangeError(`no column is number ${number}`);
  }
  for (let feature = first; feature < first + features.size; feature++) {
    if (!features.has(feature)) throw new RangeError(`no column has feature ${feature}`);
  }
  vocabulary.restore(numbers, features.size);
}
