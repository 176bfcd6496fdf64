import { createHash } from "node:crypto";

/** Two learners have the same one only if their files are the same to the bit. */
export function fingerprint(learner: { save(): Uint8Array }): string {
  return createHash("sha256").update(learner.save()).digest("hex");
}
