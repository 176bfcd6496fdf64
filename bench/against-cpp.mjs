// ScInOL₂ through the public API beside the same algorithm in C++: one after the other, again and again, the best
// of each. All start afresh, see the stream once untimed and then a few times timed, and must suffer the same losses.
import { compile, dividerAlone, prepare } from "./cpp.mjs";
import { cpuNanoseconds } from "./cpu-time.mjs";
import { cases, interleave, ourRunners } from "./ways.mjs";

export function againstCpp({ repetitions = 7, only = "" } = {}) {
  const programs = compile();
  const results = [];
  for (const [name, { make, target }] of Object.entries(cases)) {
    if (!name.includes(only)) continue;
    const stream = make();
    const runners = ourRunners(stream, cpuNanoseconds);
    for (const [way, program] of Object.entries(programs)) {
      runners[way] = prepare(program, name.replaceAll(/\W+/g, "-"), stream);
    }
    const best = interleave(runners, repetitions);
    const theirs = Object.keys(programs).map((way) => best[way]);
    const fastest = Math.min(...theirs.map(({ nanoseconds }) => nanoseconds));
    for (const [way, { nanoseconds, loss }] of Object.entries(best)) {
      if (theirs.length > 0) checkSameLoss(loss, theirs[0].loss);
      results.push({
        case: name,
        way,
        nsPerExample: nanoseconds,
        nsPerCoordinate: nanoseconds / ((stream.entries + 1) * stream.outputs),
        share: theirs.length === 0 ? undefined : fastest / nanoseconds,
        target: way === bestWay(stream) ? target : undefined,
      });
    }
    const alone = stream.kind === "dense" ? dividerAlone(stream.entries + 1) : undefined;
    if (alone !== undefined) {
      results.push({
        case: name,
        way: "root and division alone, 128 bits",
        nsPerExample: alone,
        nsPerCoordinate: alone / (stream.entries + 1),
        share: fastest / alone,
      });
    }
  }
  return results;
}

/** What the target is for: the way a reader's rows take. */
const bestWay = ({ kind }) => (kind === "sparse" ? "learnBatch, kernel" : "learnBatch of a block, kernel");

/** C++ may reorder its sums, so the last digits differ. */
function checkSameLoss(ours, theirs) {
  if (theirs !== undefined && !(Math.abs(ours / theirs - 1) < 1e-6)) {
    throw new Error(`the losses differ: ${ours} here, ${theirs} in C++`);
  }
}
