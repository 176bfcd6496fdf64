import { end, hats, list } from "./features.ts";
import {
  ANSWERS,
  CELL,
  COLUMNS,
  ENTRY,
  INDICES_A_ROW,
  IS_SCALED_AS_SAVED,
  IS_STEADY,
  LIVE,
  MEMBER_COUNT,
  MEMBERS,
  MOST_INDICES,
  OFFSETS,
  OUTPUTS,
  SCRATCH,
  STEADY,
  STEADY_MEMBERS,
} from "./layout.ts";
import { beginLoss } from "./losses.ts";
import { play, playAlone, weighAsSaved } from "./members.ts";
import { addressAt, f64At, putF64 } from "./memory.ts";
import { weightOf } from "./mixture.ts";
import { arrange, LIST, OWN } from "./scratch.ts";

/**
 * Takes the scores of a block's one row apart: Σ a_j z_j over the members of its mixture, a_j = π_j + π β_j with the
 * stack's share π. Writes the cells of each entry and what it adds to each output, side by side: features, then pairs of
 * hats, then what the tracker adds, whose cells are 0. Returns how many there are.
 */
export function explain(model: usize, block: usize): usize {
  const outputs = addressAt(model + OUTPUTS);
  const isSteady = addressAt(block + IS_STEADY) !== 0 || addressAt(model + MEMBER_COUNT) !== MEMBERS;
  const mixture = model + (isSteady ? STEADY : LIVE);
  const J = isSteady ? STEADY_MEMBERS : MEMBERS;
  const offsets = addressAt(block + OFFSETS);
  const count = offsets === 0 ? addressAt(block + INDICES_A_ROW) : addressAt(offsets + 4);
  arrange(addressAt(block + SCRATCH), addressAt(model + COLUMNS), addressAt(block + MOST_INDICES), outputs);
  beginLoss(model);
  list(model, block, 0, 0, count, 1, false);
  play(model, false, true);
  if (addressAt(block + IS_SCALED_AS_SAVED) !== 0) weighAsSaved(model);
  let into = addressAt(block + ANSWERS);
  let written: usize = 0;
  for (let entry = LIST; entry <= end; entry += entry < hats ? ENTRY : 2 * ENTRY) {
    playAlone(model, entry);
    putF64(into, entry < end ? (addressAt(entry + CELL) as f64) : 0);
    into += 8;
    for (let k: usize = 0; k < outputs; k++) {
      let score: f64 = 0;
      for (let j: usize = 0; j < J; j++)
        score += weightOf(mixture, J, j) * f64At(OWN + 8 * (j * outputs + k));
      putF64(into, score);
      into += 8;
    }
    written++;
  }
  return written;
}
