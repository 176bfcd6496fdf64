import type { DateFormat } from "./date-format.ts";
import type { NumberStyle } from "./number-style.ts";

/**
 * What a column's values are, as far as the column alone decides it. `styles` and `formats` have several entries where
 * only the other columns decide, as for "1,234" or "01/02/2024".
 */
export type Reading = { readonly why: string } & (
  | { readonly kind: "number"; readonly styles: readonly NumberStyle[]; readonly misfits: Counts }
  | {
      readonly kind: "date";
      readonly formats: readonly DateFormat[];
      readonly misfits: Counts;
      readonly level?: true;
    }
  | { readonly kind: "text"; readonly hash?: number }
  | { readonly kind: "tokens"; readonly separator?: string }
  | { readonly kind: "indicator" | "category" }
  /** A counter has styles, in which it is read if it is a number after all. */
  | { readonly kind: "ignored"; readonly styles?: readonly NumberStyle[] }
);

/** How often each text occurs. */
export type Counts = ReadonlyMap<string, number>;

export const none: Counts = new Map();
