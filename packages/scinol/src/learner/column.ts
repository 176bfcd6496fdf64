import type { Kind } from "../records/column.ts";
import { murmur } from "../records/murmur.ts";

/** Of columns that have no categories, which may be hundreds of thousands. */
const NONE: ReadonlyMap<string, number> = new Map();

/** What is known of a column. Places are −1 where there is none. */
export class Column {
  readonly name: string;
  /** As declared, or as the first value had it. */
  kind: Kind | undefined;
  readonly declared: boolean;
  /** Its place among the numeric and 0/1 columns; of a date, that of its distance in days from the row's first other date. */
  number = -1;
  /** The feature of an indicator; the first of a date's. */
  feature = -1;
  /** The feature that is 1 where a category or a date is missing. */
  missing = -1;
  /** The feature of each category or token. */
  categories: ReadonlyMap<string, number> = NONE;
  /** The texts in the present record, of a column that takes part in a cross. */
  texts: readonly string[] | undefined;
  /** Is a cross itself: no record may have a column of its name. */
  isCross = false;
  /** The record in which the column was last seen: a name must not come twice. */
  lastSeen = 0;
  private hashed: number | undefined;

  constructor(name: string, kind: Kind | undefined, declared: boolean) {
    this.name = name;
    this.kind = kind;
    this.declared = declared;
  }

  /** What texts of this column are hashed with. */
  get seed(): number {
    this.hashed ??= murmur(this.name, 0);
    return this.hashed;
  }

  /** Whether anything is the column's own: nothing else is worth remembering. */
  get isPlaced(): boolean {
    return this.number >= 0 || this.feature >= 0 || this.missing >= 0 || this.categories.size > 0;
  }

  /** Gives a category or token its feature; −1 takes it back. */
  place(text: string, feature: number): void {
    if (this.categories === NONE) this.categories = new Map();
    if (feature < 0) (this.categories as Map<string, number>).delete(text);
    else (this.categories as Map<string, number>).set(text, feature);
  }
}
