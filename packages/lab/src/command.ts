/** Where a command writes to: the CLI gives the process's own streams, tests their own. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** Whether `err` is a terminal, on which a line can rewrite itself. */
  readonly terminal: boolean;
}

export const processStreams: Streams = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY === true,
};

/** Runs a command; a user's mistake is one line and exit code 2. */
export async function guarded(streams: Streams, command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    streams.err(`${error.message}\n`);
    return 2;
  }
}
