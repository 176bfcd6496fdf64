import { describe, expect, it } from "vitest";
import { Interruption } from "../src/interruption.ts";

describe("an interruption", () => {
  it("ends a wait, and every later one at once", async () => {
    const interruption = new Interruption();
    try {
      const waiting = interruption.or(new Promise(() => {}));
      process.emit("SIGTERM", "SIGTERM");
      expect(await waiting).toBe("interrupted");
      expect(await interruption.or(new Promise(() => {}))).toBe("interrupted");
      expect(interruption.code).toBe(143);
    } finally {
      interruption.end();
    }
  });

  it("keeps nothing of the waits that came to an end by themselves", async () => {
    const interruption = new Interruption();
    try {
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < 100_000; i++) await interruption.or(Promise.resolve(new Array(200).fill(i)));
      // All that was waited for is 160 MB.
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(80e6);
      await expect(interruption.or(Promise.reject(new Error("torn")))).rejects.toThrow("torn");
    } finally {
      interruption.end();
    }
  });
});
