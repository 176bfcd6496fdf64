import type { Window } from "./window.ts";

/** No sample is larger, however long its rows are. */
export const sampleBytes: number = 1 << 22;

/**
 * Fills the window until it holds the sample, the text ends, or there is the least number of lines and no more has come for
 * a while.
 */
export async function gatherSample(
  window: Window,
  wanted: { sample: number; patience: number },
  least: number,
): Promise<void> {
  let [seen, lines] = [window.start, 0];
  for (;;) {
    for (
      let at = window.bytes.indexOf(10, seen);
      at >= 0 && at < window.end;
      at = window.bytes.indexOf(10, at + 1)
    ) {
      lines++;
    }
    seen = window.end;
    if (window.ended || lines > wanted.sample + 1 || window.end - window.start >= sampleBytes) return;
    const before = window.start;
    if (lines < least) await window.fill();
    else if ((await window.fillWithin(wanted.patience)) === "silence") return;
    // The first fill may move the start behind a byte order mark.
    if (window.start !== before && seen < window.start) seen = window.start;
  }
}
