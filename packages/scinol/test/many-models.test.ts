import { afterEach, expect, it, vi } from "vitest";
import { classifier } from "../src/index.ts";
import { kernel } from "../src/kernel/kernel.ts";

// The compiler's libraries leave WebAssembly out.
const { WebAssembly } = globalThis as unknown as { WebAssembly: { Instance: object } };

afterEach(() => {
  vi.restoreAllMocks();
});

it("models for which no memory of their own can be had run the readable path, to the same bits", () => {
  const record = (n: number) => ({ a: n % 7, b: Math.sin(n), c: n % 3 ? "x" : "y", d: n });
  const [early, readable] = [classifier(), classifier({ kernel: "js" })];
  expect(kernel()).toBeDefined();
  const instance = vi.spyOn(WebAssembly as { Instance: () => void }, "Instance").mockImplementation(() => {
    throw new RangeError(
      "WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance",
    );
  });
  const late = classifier();
  expect(instance).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 50; n++) {
    const losses = [early, late, readable].map((learner) => learner.learn(record(n), n % 2));
    expect(new Set(losses).size).toBe(1);
  }
  expect(late.save()).toEqual(readable.save());
  expect(early.save()).toEqual(readable.save());
});
