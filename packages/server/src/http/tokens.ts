import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../refusal.ts";

/** What a token allows; each scope includes those before it. */
export const SCOPES = ["read", "learn", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The tokens of a file. They are kept and compared as hashes, so that the time it takes tells nothing about them. */
export class Tokens {
  private readonly entries: { readonly hash: Buffer; readonly rank: number }[] = [];

  /** A line for each: its scope, a space, the token. Blank lines and those that begin with # are left out. */
  static parse(text: string, file: string): Tokens {
    const tokens = new Tokens();
    text.split(/\r?\n/).forEach((line, n) => {
      if (line.trim() === "" || line.startsWith("#")) return;
      const [scope, token, ...more] = line.trim().split(/\s+/);
      const rank = SCOPES.indexOf(scope as Scope);
      if (rank < 0)
        throw new RangeError(`${file}:${n + 1}: expected a scope (${SCOPES.join(", ")}) and a token`);
      if (token === undefined || more.length > 0)
        throw new RangeError(`${file}:${n + 1}: expected one token behind the scope`);
      if (token.length < 16)
        throw new RangeError(
          `${file}:${n + 1}: the token is shorter than 16 letters; openssl rand -hex 32 makes one`,
        );
      tokens.entries.push({ hash: hashOf(token), rank });
    });
    if (tokens.entries.length === 0)
      throw new RangeError(`${file}: holds no token; write lines like "admin SECRET"`);
    return tokens;
  }

  /** Refuses a request whose `Authorization` does not allow this. */
  check(authorization: string | undefined, scope: Scope): void {
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (given === undefined)
      throw new Refusal(401, "a token is needed: Authorization: Bearer …", "authorization");
    const hash = hashOf(given);
    let rank = -1;
    for (const entry of this.entries)
      if (timingSafeEqual(entry.hash, hash)) rank = Math.max(rank, entry.rank);
    if (rank < 0) throw new Refusal(401, "the token is not known", "authorization");
    if (rank < SCOPES.indexOf(scope))
      throw new Refusal(403, `the token does not allow this; it needs the scope ${scope}`, "authorization");
  }
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
