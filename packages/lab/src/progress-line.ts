import type { Streams } from "./command.ts";
import type { Progress } from "./grid/grid.ts";

/** Shows how far a grid is: on a terminal one line that rewrites itself, elsewhere a line every ten seconds. */
export function progressLine({ err, terminal }: Streams): (progress: Progress) => void {
  let told = Number.NEGATIVE_INFINITY;
  return ({ done, all, elapsed, left, last }) => {
    if (all === 0) return;
    const finished = done === all;
    if (!terminal && elapsed - told < 10 && !finished) return;
    told = elapsed;
    const bar = "━".repeat(Math.round((24 * done) / all)).padEnd(24, "╌");
    const time =
      left === undefined || finished
        ? `${duration(elapsed)}`
        : `${duration(elapsed)}, ${duration(left)} left`;
    const line = `${bar} ${done}/${all}  ${time}${last === undefined ? "" : `  ${last.key}`}`;
    if (terminal) err(`\r\x1b[K${line.slice(0, 118)}${finished ? "\n" : ""}`);
    else err(`${line}\n`);
  };
}

export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
