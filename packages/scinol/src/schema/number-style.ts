/** How the numbers of a column are written. */
export interface NumberStyle {
  readonly decimal: DecimalMark;
  /** What may stand between groups of three digits; " " stands for every kind of space, "'" for ’ as well. */
  readonly thousands: ThousandsMark | "";
  /** What may stand before or behind a number, such as "$", "%" or "kg". */
  readonly unit: string;
  /** Whether k, M, G (or B) and T behind a number multiply it. */
  readonly magnitudes: boolean;
}

export type DecimalMark = "." | ",";
export type ThousandsMark = "," | "." | " " | "'";

export const decimalMarks: readonly DecimalMark[] = [".", ","];
export const thousandsMarks: readonly ThousandsMark[] = [",", ".", " ", "'"];

export const plainStyle: NumberStyle = { decimal: ".", thousands: "", unit: "", magnitudes: false };

/** Returns the style with every part present. */
export function completeStyle(style: Partial<NumberStyle>): NumberStyle {
  const { decimal, thousands, unit, magnitudes } = plainStyle;
  return {
    decimal: style.decimal ?? decimal,
    thousands: style.thousands ?? thousands,
    unit: style.unit ?? unit,
    magnitudes: style.magnitudes ?? magnitudes,
  };
}

/** Returns the parts of a style that are not plain, for a schema to be short. */
export function remarkableParts(style: NumberStyle): Partial<NumberStyle> {
  return {
    ...(style.decimal === plainStyle.decimal ? {} : { decimal: style.decimal }),
    ...(style.thousands === "" ? {} : { thousands: style.thousands }),
    ...(style.unit === "" ? {} : { unit: style.unit }),
    ...(style.magnitudes ? { magnitudes: true } : {}),
  };
}
