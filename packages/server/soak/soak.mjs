// Sixty kills under load, and five million events in flat memory. Part of `npm run soak` (some minutes).
// node soak.mjs [kills] [events]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killUnderLoad } from "./kills.mjs";
import { memoryUnderLoad } from "./memory.mjs";

const [kills = "60", events = "5000000"] = process.argv.slice(2);

async function inDirectory(act) {
  const directory = mkdtempSync(join(tmpdir(), "scinol-soak-"));
  try {
    return await act(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const counts = await inDirectory((data) => killUnderLoad(data, Number(kills), { tell: console.log }));
console.log(
  `killed ${counts.kills} times, ${counts.early} of them while starting: ${counts.requests} requests answered, ` +
    `${counts.acknowledged} events acknowledged and all there once, the model to the bit that of its journal`,
);
await inDirectory((data) => memoryUnderLoad(data, Number(events), console.log));
console.log("flat");
