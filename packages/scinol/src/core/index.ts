export { explain } from "./explain.ts";
export { begin, learn, predict } from "./round.ts";
export { scratchBytes } from "./scratch.ts";
