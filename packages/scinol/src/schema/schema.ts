import type { DateFormat } from "./date-format.ts";
import type { DatePart } from "./date-parts.ts";
import type { NumberStyle } from "./number-style.ts";

/**
 * What each column is and how its texts are read: a small JSON document, made once and stored in the model file, so
 * that a record means the same in a file, in the library, in the service and in a browser.
 */
export interface Schema {
  readonly columns: readonly SchemaColumn[];
  /** The column that is predicted. */
  readonly target?: SchemaTarget;
  /** Texts that mean a missing value in every column, besides the usual ones. */
  readonly missing?: readonly string[];
}

export interface SchemaTarget {
  readonly name: string;
  readonly task: TargetTask;
  /** The positive class of a binary target. */
  readonly positive?: string | number | boolean;
}

export type TargetTask = "binary" | "multiclass" | "regression";

export type SchemaColumn =
  | NumberColumn
  | IndicatorColumn
  | CategoryColumn
  | DateColumn
  | TextColumn
  | TokensColumn
  | IgnoredColumn;

export type SchemaKind = SchemaColumn["kind"];

/** A quantity. What is left out of the style is plain: decimal point, no thousands marks, no unit. */
export interface NumberColumn extends Partial<NumberStyle> {
  readonly name: string;
  readonly kind: "number";
}

/** 0 or 1, false or true, no or yes, n or y, f or t. */
export interface IndicatorColumn {
  readonly name: string;
  readonly kind: "indicator";
}

export interface CategoryColumn {
  readonly name: string;
  readonly kind: "category";
}

/** A moment, learned by its parts and by its distance to the row's first other date. */
export interface DateColumn {
  readonly name: string;
  readonly kind: "date";
  readonly format: DateFormat;
  /** The cycles that the moment is placed on. */
  readonly parts: readonly DatePart[];
  /** Whether the moment itself is a number too. A clock that only increases does not hold for other rows. */
  readonly level?: boolean;
}

/** A bag of words. */
export interface TextColumn {
  readonly name: string;
  readonly kind: "text";
  /** Words share 2^hash buckets; left out, every word has a coordinate. */
  readonly hash?: number;
}

/** A list of texts. */
export interface TokensColumn {
  readonly name: string;
  readonly kind: "tokens";
  /** What stands between the tokens where the list is written as one text. */
  readonly separator?: string;
}

export interface IgnoredColumn {
  readonly name: string;
  readonly kind: "ignored";
  readonly because?: string;
}

export const schemaKinds: readonly SchemaKind[] = [
  "number",
  "indicator",
  "category",
  "date",
  "text",
  "tokens",
  "ignored",
];
