/** A mistake of the user's: one line that says where, what, and what to do. */
export class UserError extends Error {
  override readonly name = "UserError";
}
