import { show } from "../show.ts";
import { flatten } from "./flatten.ts";
import type { Schema } from "./schema.ts";
import { type ValueParser, valueParser } from "./value-parser.ts";
import { grouped } from "./wording.ts";

/** A value as its column reads it; undefined and NaN are missing. */
export type ParsedValue = number | string | readonly string[] | undefined;

const MOST_UNKNOWN = 100;

/** Reads whole records as a schema has them, and keeps account of what does not fit it. */
export class RecordParser {
  readonly schema: Schema;
  /** One a column of the schema. */
  readonly parsers: readonly ValueParser[];
  /** The first columns of records that the schema does not have. */
  readonly unknown: Set<string> = new Set();
  /** The columns of the schema that no record has had yet. */
  readonly absent: Set<string> = new Set();
  private rows = 0;
  private readonly places = new Map<string, number>();
  /** The names of lists that are columns by position. */
  private readonly lists = new Set<string>();

  constructor(schema: Schema) {
    this.schema = schema;
    this.parsers = schema.columns.map((column) => valueParser(column, schema.missing));
    schema.columns.forEach(({ name }, n) => {
      this.places.set(name, n);
      this.absent.add(name);
      for (let at = name.indexOf("."); at > 0; at = name.indexOf(".", at + 1))
        this.lists.add(name.slice(0, at));
    });
  }

  /** Returns the values of a record in the order of the schema's columns. */
  parse(record: unknown): ParsedValue[] {
    this.rows++;
    const values: ParsedValue[] = this.parsers.map(() => undefined);
    const visit = (name: string, value: unknown) => {
      const place = this.places.get(name);
      if (place === undefined) {
        // Records may have any number of names.
        if (this.unknown.size < MOST_UNKNOWN) this.unknown.add(name);
        return;
      }
      if (this.absent.size > 0) this.absent.delete(name);
      const parser = this.parsers[place];
      values[place] = parser.parse(value);
      const { rejected } = parser;
      if (rejected.count > 0 && rejected.firstRow === 0) rejected.firstRow = this.rows;
    };
    flatten(record, visit, (_, name) => !this.lists.has(name));
    return values;
  }

  /** Returns a line for each column with values that did not fit it, in the order of the schema. */
  rejections(): string[] {
    return this.schema.columns.flatMap(({ name, kind }, n) => {
      const { count, first, firstRow } = this.parsers[n].rejected;
      if (count === 0) return [];
      const what = count === 1 ? "1 value is" : `${grouped(count)} values are`;
      return `column ${show(name)}: ${what} no ${kind} and missing; the first is ${show(first)} in row ${firstRow}`;
    });
  }
}
