import type { Table } from "./disk.ts";
import type { GroupCommit } from "./group-commit.ts";

/** A transaction keeps what it changes in memory, so many rows are removed in several. */
const ROWS = 2000;

/** Removes the rows from `start` to before `end`. */
export async function removeRows(
  commits: GroupCommit,
  table: Table,
  start: Buffer,
  end: Buffer,
): Promise<void> {
  for (;;) {
    const places = [...table.getKeys({ start, end, limit: ROWS })];
    if (places.length === 0) return;
    await commits.write({
      cost: () => ({ rows: places.length, bytes: 0 }),
      stage: () => {
        for (const place of places) table.remove(place);
      },
    });
  }
}
