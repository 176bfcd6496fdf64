import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { type: "minor"; execution: "sync" }) => void;

let collect: Collect | undefined;

/**
 * Lets go of young objects that are no longer used. DuckDB's chunks hold close to a megabyte each that the garbage
 * collector does not see, so left alone it runs too seldom and a large file grows to hundreds of megabytes.
 */
export function scavenge(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("globalThis.gc") as Collect | undefined;
    collect ??= () => {};
  }
  collect({ type: "minor", execution: "sync" });
}
