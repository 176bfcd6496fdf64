import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { StoreInUse } from "../src/store/errors.ts";
import { openStore } from "../src/store/store.ts";
import { temporaryDirectory } from "./directory.ts";

const PROGRAM = fileURLToPath(new URL("processes/owner.mjs", import.meta.url));
const REFUSED = "StoreInUse: another scinol process is using this directory";

/** A process that will open a store when told to. */
class Contender {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(directory: string, ...prefix: string[]) {
    const [program, ...rest] = [...prefix, process.execPath, PROGRAM, directory];
    this.#process = spawn(program, rest);
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    onTestFinished(() => void this.#process.kill("SIGKILL"));
  }

  async line(): Promise<string> {
    return (await this.#lines.next()).value;
  }

  start(): void {
    this.#process.stdin.write("go\n");
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#process.kill(signal);
    await once(this.#process, "close");
  }
}

async function owner(directory: string, ...prefix: string[]): Promise<Contender> {
  const contender = new Contender(directory, ...prefix);
  expect(await contender.line()).toBe("ready");
  contender.start();
  expect(await contender.line()).toBe("owner");
  return contender;
}

test("a directory that another process has is refused, until that process is killed", async () => {
  const directory = temporaryDirectory();
  const first = await owner(directory);
  await expect(openStore(directory)).rejects.toThrow(StoreInUse);
  await first.end("SIGKILL");
  const store = await openStore(directory);
  await store.close();
});

test("a process that is stopped keeps its directory", async () => {
  const directory = temporaryDirectory();
  const first = await owner(directory);
  first.signal("SIGSTOP");
  await expect(openStore(directory)).rejects.toThrow(StoreInUse);
});

test("a store that was closed can be opened again, and leaves no heap of files behind", async () => {
  const directory = temporaryDirectory();
  for (let round = 0; round < 5; round++) {
    const store = await openStore(directory);
    await expect(openStore(directory)).rejects.toThrow(StoreInUse);
    await store.close();
  }
  expect(readdirSync(join(directory, "lock")).length).toBeLessThan(3);
});

test("of many processes that start at once over the lock of a killed one, exactly one gets it", {
  timeout: 60_000,
}, async () => {
  const directory = temporaryDirectory();
  for (let round = 0; round < 4; round++) {
    const contenders = Array.from({ length: 6 }, () => new Contender(directory));
    for (const contender of contenders) expect(await contender.line()).toBe("ready");
    for (const contender of contenders) contender.start();
    const answers = await Promise.all(contenders.map((contender) => contender.line()));
    expect(answers.toSorted()).toEqual([...Array(5).fill(REFUSED), "owner"]);
    await contenders[answers.indexOf("owner")].end("SIGKILL");
  }
});

test("a path that is too long for a socket has a lock too", async () => {
  const directory = join(temporaryDirectory(), "long".repeat(30));
  const first = await owner(directory);
  await expect(openStore(directory)).rejects.toThrow(StoreInUse);
  await first.end("SIGKILL");
  await (await openStore(directory)).close();
});

const elsewhere = ["unshare", "--map-root-user", "--net"];
const namespaces = spawnSync(elsewhere[0], [...elsewhere.slice(1), "true"]).status === 0;
if (!namespaces) console.warn("locks across network namespaces are not tested: unshare cannot make one here");

test.skipIf(!namespaces)("a process in another network namespace is refused as well", async () => {
  const directory = temporaryDirectory();
  await owner(directory, ...elsewhere);
  await expect(openStore(directory)).rejects.toThrow(StoreInUse);
});
