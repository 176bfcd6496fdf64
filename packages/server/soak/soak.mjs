// Kills while everything is done at once, single flipped bits, and five million events in flat memory. Part of `npm run soak` (an hour).
// node soak.mjs [kills] [flips] [events]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flipBits } from "./flips.mjs";
import { killUnderLoad } from "./kills.mjs";
import { memoryUnderLoad } from "./memory.mjs";

const [kills = "1000", flips = "500", events = "5000000"] = process.argv.slice(2);

async function inDirectory(act) {
  const directory = mkdtempSync(join(tmpdir(), "scinol-soak-"));
  try {
    return await act(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const counts = await inDirectory((folder) =>
  killUnderLoad(join(folder, "data"), Number(kills), { tell: console.log }),
);
console.log(
  `killed ${counts.kills} times, ${counts.early} of them while starting: ${counts.requests} requests answered, ` +
    `${counts.acknowledged} events acknowledged and all there once, what was erased nowhere, every model to the bit that of its journal`,
);
const flipped = await inDirectory((folder) => flipBits(join(folder, "data"), Number(flips), console.log));
console.log(
  `flipped ${flipped.flips} bits: ${flipped.refused} times refused, ${flipped.unavailable} times 503, ${flipped.same} times the same`,
);
await inDirectory((data) => memoryUnderLoad(data, Number(events), console.log));
console.log("flat");
