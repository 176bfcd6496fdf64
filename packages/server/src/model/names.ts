import { Refusal } from "../refusal.ts";

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Refuses a name that a model or a challenger cannot have. */
export function checkName(name: string, field: string): void {
  if (NAME.test(name)) return;
  throw new Refusal(
    400,
    "a name has 1 to 64 of a–z, 0–9, '.', '_' and '-', and begins with a letter or digit",
    field,
  );
}
