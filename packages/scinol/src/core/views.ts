import {
  CENTRE,
  HIGHEST,
  LOWEST,
  SEEN,
  SPREAD,
  STATISTICS,
  UNIT,
  VIEW,
  VIEW_KNOT,
  VIEW_Q,
  VIEW_RATIO,
  VIEW_RIGHT,
} from "./layout.ts";
import { logOf } from "./logarithm.ts";
import { any, type Lane, laneAt, PAIR, putLane, WIDTH } from "./memory.ts";
import { ROW, VIEWS } from "./scratch.ts";

/*
 * What a model makes of the numbers in columns, two columns at a time:
 *
 *     straight = d (1 − 1/n̄)              the deviation from a robust running mean, in the column's own unit
 *     bend     = β(d) (1 − 1/n̄) / a′      the same in units of the spread, its tail a logarithm; hats are made of it
 *
 * and q = straight / M, where M is the largest size so far and forgets a thousandth a round.
 */

const HORIZON: f64 = 1000;
const PACE: f64 = 0.001;
const FADING: f64 = 0.999;
const MOST_UNIT: f64 = 1e308;

/** β(v): plain up to the limit, logarithmic beyond. */
function bent(v: Lane, limit: Lane): Lane {
  const size = Math.abs(v);
  const isFar = size > limit;
  let β = v;
  if (any(isFar)) {
    const ratio = isFar ? size / limit : 1;
    const far = limit * (1 + logOf(1e300 < ratio ? 1e300 : ratio));
    β = isFar ? (v < 0 ? -far : far) : v;
  }
  return β;
}

/**
 * Writes straight and bend of the numbers at ROW, of columns whose statistics begin at `kept`, to VIEW_Q and VIEW_KNOT.
 * Where `learning`, the statistics see the numbers.
 */
export function see(columns: usize, kept: usize, learning: bool): void {
  const end = kept + ((columns + 1) >> 1) * STATISTICS;
  for (let lane: usize = 0; lane < PAIR; lane += WIDTH) {
    let x = ROW + lane;
    let view = VIEWS + lane;
    for (let at = kept + lane; at < end; at += STATISTICS) {
      const value = laneAt(x);
      const before = laneAt(at + SEEN);
      const m = laneAt(at + CENTRE);
      const a = laneAt(at + SPREAD);
      const lo = laneAt(at + LOWEST);
      const hi = laneAt(at + HIGHEST);
      const isThere = Math.abs(value) <= 1e300;
      const n = before + 1;
      const pace = 1 / (n < HORIZON ? n : HORIZON);
      const keep = 1 - pace;
      const raw = value - m;
      const isNoise = Math.abs(raw) <= 1e-9 * Math.abs(value) || Math.abs(raw) <= 1e-10 * a;
      const δ = !isNoise ? raw : 0;
      const size = Math.abs(δ);
      const moves = isThere && n > 1 && (size >= 1e-140 || size === 0);
      const limit = a > 0 && n > 2 ? (n > 10 ? 2 : 10) * a : Infinity;
      const βδ = bent(δ, limit);
      const aδ = a + (Math.abs(βδ) - a) * pace;
      let d = δ;
      let βd = βδ;
      let ad = aδ;
      // A column whose recent values all lie on one side of its own mean only counts: it is held to its recent range.
      const counts = n > 100 && (lo > 0 || hi < 0);
      if (any(counts)) {
        const above = δ < lo ? lo : δ;
        d = counts ? (hi < above ? hi : above) : δ;
        βd = bent(d, limit);
        ad = a + (Math.abs(βd) - a) * pace;
      }
      putLane(view + VIEW_Q, moves ? d * keep : 0);
      putLane(view + VIEW_KNOT, moves && ad > 0 ? (βd * keep) / ad : 0);
      if (learning) {
        const spreads = moves && a >= 0;
        const low = n === 2 ? δ : lo;
        const high = n === 2 ? δ : hi;
        const lower = low + (δ - low) * PACE;
        const higher = high + (δ - high) * PACE;
        putLane(at + SEEN, isThere ? n : before);
        putLane(at + CENTRE, moves ? m + βδ * pace : isThere && n === 1 ? value : m);
        putLane(at + SPREAD, spreads ? aδ : a);
        putLane(at + LOWEST, spreads ? (lower < δ ? lower : δ) : lo);
        putLane(at + HIGHEST, spreads ? (higher > δ ? higher : δ) : hi);
      }
      x += PAIR;
      view += VIEW;
    }
  }
}

/**
 * From straight and bend to q and M's ratio (−1 where the coordinate is not there), and to where the hats stand: the knot to the left and the distance from it.
 * `importance` is max(1, ν).
 */
export function weigh(columns: usize, kept: usize, importance: f64, learning: bool): void {
  const end = kept + ((columns + 1) >> 1) * STATISTICS;
  for (let lane: usize = 0; lane < PAIR; lane += WIDTH) {
    let view = VIEWS + lane;
    for (let at = kept + lane; at < end; at += STATISTICS) {
      const straight = laneAt(view + VIEW_Q);
      const M = laneAt(at + UNIT);
      const size = Math.abs(straight);
      const plays = size >= 1e-300;
      const asked = importance * (laneAt(at + SPREAD) < 0 && size < 1 ? 1 : size);
      const wanted = MOST_UNIT < asked ? MOST_UNIT : asked;
      const faded = FADING * M;
      const unit = faded < wanted ? wanted : faded;
      const q = plays ? straight / unit : 0;
      putLane(view + VIEW_Q, q);
      putLane(view + VIEW_RATIO, plays ? M / unit : -1);
      if (learning) putLane(at + UNIT, plays ? unit : M);

      const place = 2 * laneAt(view + VIEW_KNOT) + 8;
      const left = place < 0 ? 0 : place;
      const within = 16 < left ? 16 : left;
      const floor = Math.floor(within);
      const knot = 15 < floor ? 15 : floor;
      putLane(view + VIEW_KNOT, knot);
      putLane(view + VIEW_RIGHT, within - knot);
      view += VIEW;
    }
  }
}
