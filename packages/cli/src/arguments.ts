import { InvalidArgumentError } from "commander";

/** Parsers for the values of options; what they throw is told with the option's name. */

export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || !Number.isSafeInteger(value)) {
      throw new InvalidArgumentError(`expected a whole number from ${least}`);
    }
    return value;
  };
}

export function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new InvalidArgumentError("expected a positive number");
  }
  return value;
}

export function fraction(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < 1)) {
    throw new InvalidArgumentError("expected a number between 0 and 1");
  }
  return value;
}

/** Names of columns: several values, or one with commas between. */
export function columnList(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(",").map((name) => name.trim())].filter((name) => name !== "");
}

export function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

export function cross(text: string, before: string[][] = []): string[][] {
  const names = text.split(",").map((name) => name.trim());
  if (names.length < 2 || names.includes("")) {
    throw new InvalidArgumentError("expected at least two columns: --cross job,housing");
  }
  return [...before, names];
}

const delimiters: { [name: string]: string } = {
  tab: "\t",
  "\\t": "\t",
  space: " ",
  comma: ",",
  semicolon: ";",
};

export function delimiter(text: string): string {
  const value = delimiters[text] ?? text;
  if (![",", ";", "\t", "|", " "].includes(value)) {
    throw new InvalidArgumentError("expected one of , ; | tab space");
  }
  return value;
}
