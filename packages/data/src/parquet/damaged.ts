/** Thrown where bytes make no sense; whoever knows the file's name tells the user. */
export class Damaged extends Error {
  override readonly name = "Damaged";
  /** The column they are of, once somebody knows. */
  column?: string;
}
