import {
  BETS,
  cellBytes,
  columnBytes,
  GAUSS,
  HAT,
  HATS,
  MEMBERS,
  STATISTICS,
  TRACKER,
  TRACKER_BYTES,
  UNIT,
} from "../core/layout.ts";
import type { Space } from "./engine.ts";
import type { Plan, Shape } from "./region.ts";

/** Of a model's outputs, before or after it has more. */
interface Stage {
  readonly plan: Plan;
  readonly outputs: number;
}

/** What a fresh cell holds: of Gaussian members the prior's variance, of ScInOL₂ members the wealth they begin with. */
const VARIANCE = 10;
const WEALTH = 3;

/**
 * Gives every feature of a region cells for more outputs, from the back to the front, so that nothing is covered before
 * it has moved. A lone output becomes that of the second class.
 */
export function widen(
  space: Space,
  base: number,
  members: number,
  shape: Shape,
  from: Stage,
  to: Stage,
): void {
  const { doubles, bytes } = space;
  const shift = from.outputs === 1 ? 1 : 0;
  const added = Array.from({ length: to.outputs }, (_, k) => k).filter(
    (k) => k < shift || k >= shift + from.outputs,
  );

  /** Moves the cells of one kind of a feature, `size` bytes an output; new ones are fresh where the feature was seen. */
  const move = (
    source: number,
    target: number,
    size: number,
    fresh: readonly [at: number, value: number][],
  ) => {
    bytes.copyWithin(target + shift * size, source, source + from.outputs * size);
    for (const k of added) {
      bytes.fill(0, target + k * size, target + (k + 1) * size);
      for (const [at, value] of fresh) doubles[(target + k * size + at) >> 3] = value;
    }
  };
  const pairs = members === MEMBERS ? 2 : 1;
  /** The cells of an ordinary feature. */
  const moveCells = (source: number, target: number, isSeen: boolean) => {
    for (let pair = pairs - 1; pair >= 0; pair--) {
      const at = GAUSS + pair * BETS;
      move(
        source + at * from.outputs,
        target + at * to.outputs,
        BETS,
        isSeen
          ? [
              [32, WEALTH],
              [40, WEALTH],
            ]
          : [],
      );
    }
    move(
      source,
      target,
      GAUSS,
      isSeen
        ? [
            [16, VARIANCE],
            [24, VARIANCE],
          ]
        : [],
    );
  };

  const before = cellBytes(members, from.outputs);
  const after = cellBytes(members, to.outputs);
  const [sources, targets] = [from.plan.starts.map((at) => base + at), to.plan.starts.map((at) => base + at)];
  for (let i = shape.features - 1; i >= 0; i--) {
    moveCells(sources[4] + i * before, targets[4] + i * after, doubles[(sources[3] >> 3) + i] !== 0);
  }
  bytes.copyWithin(targets[3], sources[3], sources[3] + 8 * shape.features);

  // Columns have their own units behind their cells.
  const starts = (outputs: number) => {
    let next = 0;
    return shape.flags.map((isFlag) => {
      const at = next;
      next += columnBytes(members, outputs, isFlag);
      return at;
    });
  };
  const [columnsBefore, columnsAfter] = [starts(from.outputs), starts(to.outputs)];
  for (let i = shape.flags.length - 1; i >= 0; i--) {
    const source = sources[2] + columnsBefore[i];
    const target = targets[2] + columnsAfter[i];
    const hats = shape.flags[i] ? 0 : HATS;
    const units = source + 2 * before + hats * HAT * from.outputs;
    const isSeen = (unit: number) => doubles[(units >> 3) + unit] !== 0;
    const seen = Array.from({ length: 1 + hats }, (_, unit) => isSeen(unit));
    bytes.copyWithin(target + 2 * after + hats * HAT * to.outputs, units, units + 8 * (1 + hats));
    for (let hat = hats - 1; hat >= 0; hat--) {
      const fresh: [number, number][] = seen[1 + hat]
        ? [
            [8, VARIANCE],
            [48, WEALTH],
            [56, WEALTH],
          ]
        : [];
      const at = hat * HAT;
      move(source + 2 * before + at * from.outputs, target + 2 * after + at * to.outputs, HAT, fresh);
    }
    moveCells(source + before, target + after, seen[0]);
    const straight = sources[1] + STATISTICS * (i >> 1) + 8 * (i & 1) + UNIT;
    moveCells(source, target, doubles[straight >> 3] !== 0);
  }
  bytes.copyWithin(targets[1], sources[1], sources[1] + STATISTICS * Math.ceil(shape.flags.length / 2));
  move(base + TRACKER, base + TRACKER, TRACKER_BYTES, []);
}
