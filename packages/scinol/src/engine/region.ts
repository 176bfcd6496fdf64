import {
  CELLS_AT,
  COLUMN,
  COLUMN_CELLS,
  COLUMN_CELLS_AT,
  COLUMN_IS_FLAG,
  COLUMNS,
  COLUMNS_AT,
  cellBytes,
  columnBytes,
  FEATURES,
  LEVEL,
  LOSS,
  MEMBER_COUNT,
  OUTPUTS,
  REGION_BYTES,
  SOFTMAX,
  SPREAD,
  STATISTICS,
  STATISTICS_AT,
  TRACKER,
  TRACKER_BYTES,
  UNITS_AT,
} from "../core/layout.ts";
import type { Home } from "./home.ts";
import { widen } from "./outputs.ts";

/** What a region is made for. */
export interface Shape {
  readonly outputs: number;
  /** Of each numeric or 0/1 column, whether it is a 0/1 column. */
  readonly flags: readonly boolean[];
  /** Indicators and sparse features, the constant included. */
  readonly features: number;
}

export interface RegionOptions {
  /** What is minimised, as core/layout.ts has it; and τ of quantile loss. */
  readonly loss: number;
  readonly level?: number;
  /** MEMBERS, or STEADY_MEMBERS for a model that forgets nothing. */
  readonly members: number;
}

/** How much the parts that grow have room for. */
interface Room {
  readonly columns: number;
  readonly columnCells: number;
  readonly features: number;
}

/** Where the parts of a region begin, in their order; and how long it is. */
export interface Plan extends Room {
  readonly starts: readonly [
    columns: number,
    statistics: number,
    columnCells: number,
    units: number,
    cells: number,
  ];
  readonly bytes: number;
}

const STARTS = [COLUMNS_AT, STATISTICS_AT, COLUMN_CELLS_AT, UNITS_AT, CELLS_AT];

/**
 * A model's memory: one region, laid out as core/layout.ts says. It grows in place or moves to a larger home. What fits
 * depends on the shape that is asked for, not on how it came about.
 */
export class Region {
  readonly home: Home;
  readonly members: number;
  shape: Shape;
  plan: Plan;

  constructor(home: Home, { loss, members, level = 0.5 }: RegionOptions) {
    this.home = home;
    this.members = members;
    this.shape = { outputs: 1, flags: [], features: 1 };
    this.plan = planOf(this.exactly(this.shape), this.shape.outputs, members);
    if (!home.resize(this.plan.bytes)) throw noRoom(this.plan.bytes);
    const { address, space } = home;
    home.clear(0, this.plan.bytes);
    space.u32[(address + LOSS) >> 2] = loss;
    space.u32[(address + MEMBER_COUNT) >> 2] = members;
    space.doubles[(address + LEVEL) >> 3] = level;
    this.writeHead();
    space.core.begin(address);
  }

  get address(): number {
    return this.home.address;
  }

  /** Makes room for a larger shape; throws a RangeError, with nothing changed, where there is none. */
  grow(shape: Shape): void {
    const { plan, home, members } = this;
    const isWider = shape.outputs !== this.shape.outputs;
    const hasColumns = shape.flags.length !== this.shape.flags.length;
    // Most of what is new is a category, for which there is room.
    if (!isWider && !hasColumns && shape.features <= plan.features) {
      this.shape = { ...this.shape, features: shape.features };
      home.space.u32[(home.address + FEATURES) >> 2] = shape.features;
      return;
    }
    const exact = this.exactly(shape);
    if (isWider || !fits(exact, plan)) {
      let next = planOf(roomier(exact, plan), shape.outputs, members);
      if (!home.resize(next.bytes)) {
        next = planOf(exact, shape.outputs, members);
        if (!home.resize(next.bytes)) throw noRoom(next.bytes);
      }
      if (isWider) {
        this.rearrange(planOf(this.exactly(this.shape), this.shape.outputs, members));
        this.widen(next, shape.outputs);
      } else this.rearrange(next);
    }
    this.shape = { ...shape, flags: [...shape.flags] };
    this.writeHead();
  }

  /** The least room for a shape. */
  private exactly({ outputs, flags, features }: Shape): Room {
    const { members } = this;
    let columnCells = 0;
    for (const isFlag of flags) columnCells += columnBytes(members, outputs, isFlag);
    return { columns: flags.length, columnCells, features };
  }

  /** Moves the parts to where `next` has them; the outputs stay. */
  private rearrange(next: Plan): void {
    const { plan, home } = this;
    const { bytes } = home.space;
    const base = home.address;
    const lengths = this.lengths();
    const move = (part: number) => {
      const from = base + plan.starts[part];
      bytes.copyWithin(base + next.starts[part], from, from + lengths[part]);
    };
    // What moves down goes first, from the front; then what moves up, from the back: no part covers another.
    for (let part = 0; part < STARTS.length; part++) if (next.starts[part] < plan.starts[part]) move(part);
    for (let part = STARTS.length - 1; part >= 0; part--)
      if (next.starts[part] > plan.starts[part]) move(part);
    this.plan = next;
    this.clearRoom();
  }

  /** Zeros are fresh features: all that is not used yet. */
  private clearRoom(): void {
    const { plan, home } = this;
    const lengths = this.lengths();
    for (let part = 0; part < STARTS.length; part++) {
      const end = plan.starts[part + 1] ?? plan.bytes;
      home.clear(plan.starts[part] + lengths[part], end);
    }
  }

  /** How much of each part is used. */
  private lengths(): number[] {
    const { columns, columnCells, features } = this.exactly(this.shape);
    const { outputs } = this.shape;
    return [
      COLUMN * columns,
      STATISTICS * Math.ceil(columns / 2),
      columnCells,
      8 * features,
      cellBytes(this.members, outputs) * features,
    ];
  }

  /** Gives every feature room for more outputs. The plan is exact for the shape before. */
  private widen(next: Plan, outputs: number): void {
    const { home, shape, members, plan } = this;
    const before = { plan, outputs: shape.outputs };
    widen(home.space, home.address, members, shape, before, { plan: next, outputs });
    home.space.u32[(home.address + LOSS) >> 2] = SOFTMAX;
    this.plan = next;
    this.shape = { ...shape, outputs };
    this.clearRoom();
  }

  /** Writes where the parts are, and what is to be known of every column. */
  private writeHead(): void {
    const { home, plan, shape, members } = this;
    const { space, address } = home;
    const { outputs, flags, features } = shape;
    const set = (at: number, value: number) => {
      space.u32[(address + at) >> 2] = value;
    };
    set(OUTPUTS, outputs);
    set(COLUMNS, flags.length);
    set(FEATURES, features);
    set(REGION_BYTES, plan.bytes);
    for (let part = 0; part < STARTS.length; part++) set(STARTS[part], plan.starts[part]);
    let cells = 0;
    for (let i = 0; i < flags.length; i++) {
      const column = plan.starts[0] + COLUMN * i;
      set(column + COLUMN_CELLS, cells);
      set(column + COLUMN_IS_FLAG, flags[i] ? 1 : 0);
      if (flags[i]) space.doubles[(address + spreadOf(plan, i)) >> 3] = -1;
      cells += columnBytes(members, outputs, flags[i]);
    }
  }
}

/** Where a column's spread is. */
function spreadOf(plan: Plan, column: number): number {
  return plan.starts[1] + STATISTICS * (column >> 1) + 8 * (column & 1) + SPREAD;
}

function planOf(room: Room, outputs: number, members: number): Plan {
  let next = TRACKER + TRACKER_BYTES * outputs;
  const part = (bytes: number) => {
    const start = Math.ceil(next / 64) * 64;
    next = start + bytes;
    return start;
  };
  const columns = part(COLUMN * room.columns);
  const statistics = part(STATISTICS * Math.ceil(room.columns / 2));
  const columnCells = part(room.columnCells);
  const units = part(8 * room.features);
  const cells = part(cellBytes(members, outputs) * room.features);
  return {
    ...room,
    starts: [columns, statistics, columnCells, units, cells],
    bytes: Math.ceil(next / 64) * 64,
  };
}

function fits(needed: Room, room: Room): boolean {
  return (
    needed.columns <= room.columns &&
    needed.columnCells <= room.columnCells &&
    needed.features <= room.features
  );
}

/** Half as much again as is needed of what no longer fits, so that growing one by one stays cheap. */
function roomier(needed: Room, room: Room): Room {
  const more = (need: number, has: number, unit: number) =>
    need <= has ? has : Math.ceil((need * 1.5) / unit) * unit;
  return {
    columns: more(needed.columns, room.columns, 2),
    columnCells: more(needed.columnCells, room.columnCells, 64),
    features: more(needed.features, room.features, 8),
  };
}

function noRoom(bytes: number): RangeError {
  const megabytes = Math.ceil(bytes / 2 ** 20).toLocaleString("en");
  return new RangeError(
    `the model would take ${megabytes} MB, more memory than there is; set maxFeatures, or hash to fewer bits`,
  );
}
