const LONGEST = 60;

/** Any value in a few characters and on one line, for error messages. Never runs the value's own code. */
export function show(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quote(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "object":
      return value === null ? "null" : "an object";
    default:
      return `a ${typeof value}`;
  }
}

/** JSON leaves the line breaks that only Unicode knows. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
