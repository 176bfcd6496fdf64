import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { Interruption } from "../interruption.ts";
import { UserError } from "../user-error.ts";

interface ServeOptions {
  data: string;
  port: number;
  host: string;
  tokenFile?: string;
  cors?: string[];
  json?: boolean;
}

export function addServe(program: Command): void {
  program
    .command("serve")
    .summary("models that learn while they serve, over HTTP")
    .description(
      "Serves models over HTTP: predictions now, labels later. What has been answered is on the disk, and survives a crash.",
    )
    .option("--data <folder>", "where models and what they learned from are kept", "scinol-data")
    .option("--port <number>", "0 takes any that is free", port, 8080)
    .option("--host <address>", "where to listen; anything but this machine needs --token-file", "127.0.0.1")
    .option("--token-file <file>", 'lines of a scope (read, learn, admin) and a token: "admin SECRET"')
    .option("--cors <origin>", "lets web pages of this origin call; may be repeated", origin)
    .option("--json", "logs as lines of JSON, as they also are where standard error is no terminal")
    .addHelpText(
      "after",
      `
The dashboard is at /, the description of the API at /docs. Ctrl-C or SIGTERM finishes what is under way and ends.

Examples:
  scinol serve
  scinol serve --data /var/lib/scinol --port 9000
  scinol serve --host 0.0.0.0 --token-file tokens.txt
`,
    )
    .action((options: ServeOptions) => run(options));
}

async function run({ data, port, host, tokenFile, cors, json }: ServeOptions): Promise<void> {
  // The service is large, and the other commands do without it.
  const { createLog, serve, StoreDamaged, StoreInUse, Tokens } = await import("@scinol/server");
  const interruption = new Interruption();
  try {
    const tokens = tokenFile === undefined ? {} : { tokens: Tokens.parse(readTokens(tokenFile), tokenFile) };
    const log = createLog(json !== true && process.stderr.isTTY === true);
    const origins = cors ?? [];
    const running = await serve({ data, port, host, origins, log, ...tokens });
    try {
      await Promise.race([running.recovered, interruption.asked]);
      await interruption.asked;
      log.info(`${interruption.signal}: finishing`);
    } finally {
      await running.close();
    }
    log.info("ended");
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(error.message);
    if (error instanceof StoreInUse)
      throw new UserError(`${data}: ${error.message}; choose another with --data`);
    if (error instanceof StoreDamaged) throw new UserError(`${data}: ${error.message}`);
    const known = told(error as NodeJS.ErrnoException, { data, host, port });
    if (known === undefined) throw error;
    throw new UserError(known);
  } finally {
    interruption.end();
  }
}

function readTokens(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new UserError(`${file}: ${missing ? "no such file" : "cannot be read"}; --token-file names a file`);
  }
}

/** What the network, or the folder, has against it, in the user's words. */
function told(
  { code, syscall }: NodeJS.ErrnoException,
  { data, host, port }: Pick<ServeOptions, "data" | "host" | "port">,
): string | undefined {
  const where = `${host}:${port}`;
  if (code === "EADDRINUSE") return `${where}: the port is in use; choose another with --port`;
  if (code === "EADDRNOTAVAIL")
    return `${where}: this machine has no such address; choose another with --host`;
  if (code === "ENOTFOUND") return `${host}: no such host; choose another with --host`;
  if (code === "EACCES" && syscall === "listen")
    return `${where}: not allowed; choose a port from 1024 with --port`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOENT")
    return `${data}: cannot be made or written to (${code}); choose another with --data`;
  if (code === "EEXIST" || code === "ENOTDIR") return `${data}: is a file; name a folder with --data`;
  return undefined;
}

/** One more of the origins, as a browser writes it. */
function origin(text: string, before: string[] | undefined): string[] {
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new InvalidArgumentError("expected an origin, like https://example.org");
  return [...(before ?? []), text];
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535)
    throw new InvalidArgumentError("expected a whole number from 0 to 65535");
  return value;
}
