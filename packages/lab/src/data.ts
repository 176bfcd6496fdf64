import { dataArguments } from "./arguments.ts";
import { guarded, processStreams, type Streams } from "./command.ts";
import { catalogue, dataset, synthetic } from "./datasets/catalogue.ts";
import type { Dataset } from "./datasets/dataset.ts";
import { contentsOf, find } from "./datasets/files.ts";
import { describe, factsOf } from "./datasets/info.ts";

/** `data list|fetch|info [NAME …]`: what data there is, to have it, to know about it. Answers the exit code. */
export function data(words: readonly string[], streams: Streams = processStreams): Promise<number> {
  return guarded(streams, async () => {
    const { action, names, dataDir } = dataArguments(words);
    const chosen = names.length === 0 ? catalogue : names.map(dataset);
    if (action === "list") list(streams, dataDir);
    else for (const entry of chosen) await (action === "fetch" ? fetchOne : info)(entry, dataDir, streams);
    return 0;
  });
}

function list(streams: Streams, dataDir: string | undefined): void {
  for (const entry of catalogue) {
    const here = entry.files.every((file) => find(file, dataDir) !== undefined);
    streams.out(`${entry.name.padEnd(11)}${(here ? "here" : "not here").padEnd(10)}${entry.about}\n`);
  }
  for (const { name, about } of synthetic) streams.out(`${name.padEnd(11)}${"drawn".padEnd(10)}${about}\n`);
}

async function fetchOne(entry: Dataset, dataDir: string | undefined, streams: Streams): Promise<void> {
  let told = 0;
  await contentsOf(entry, {
    dataDir,
    progress(file, bytes, total) {
      if (!streams.terminal && bytes - told < 1e7 && bytes !== total) return;
      told = bytes;
      const share = total === undefined ? "" : ` of ${megabytes(total)}`;
      streams.err(
        streams.terminal
          ? `\r\x1b[K${file.path} ${megabytes(bytes)}${share}`
          : `${file.path} ${megabytes(bytes)}${share}\n`,
      );
    },
  });
  if (streams.terminal) streams.err("\r\x1b[K");
  for (const file of entry.files) streams.out(`${find(file, dataDir)}\n`);
}

async function info(entry: Dataset, dataDir: string | undefined, streams: Streams): Promise<void> {
  const here = entry.files.every((file) => find(file, dataDir) !== undefined);
  const facts = here
    ? factsOf(await entry.read(await contentsOf(entry, { dataDir, network: false })))
    : undefined;
  streams.out(
    `${describe(entry, facts)}${here ? "" : `  not here; fetch it with: data fetch ${entry.name}\n`}\n`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
