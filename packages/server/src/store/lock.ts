import { randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { StoreInUse } from "./errors.ts";
import { makeDirectory } from "./make-directory.ts";

/*
 * One process at a time has a directory. LMDB would let two write, each with a model of its own in memory.
 *
 * A lock must vanish with its owner, however that dies, so the kernel has to keep it, and of what Node can ask a kernel for
 * without native code that leaves a listening socket: it accepts connections exactly as long as its process lives, also
 * while the process is busy or stopped. It is a socket in the file system, not an abstract one or a port, because those
 * belong to a network namespace, and two containers that share a directory have two of them.
 *
 * A socket's file stays behind when its process is killed. Removing such a file and taking its place are two steps between
 * which another process may do the same, so nothing is taken over: owners are numbered. The link `owner.7` points to a
 * socket that was listening before the link was made. Who finds that the highest number's socket is dead makes the link of
 * the next number; making a link fails if it exists, so one process succeeds. Numbers only go up: the highest is never
 * removed, not even on leaving, and who made a lower one, late, sees it by looking once more.
 */

export interface Lock {
  release(): Promise<void>;
}

const OWNER = /^owner\.(\d+)$/;

/** The kernel takes no longer path for a socket. */
const LONGEST_PATH = 103;

export async function takeLock(directory: string): Promise<Lock> {
  const room = join(directory, "lock");
  makeDirectory(room);
  const short = shortened(room);
  try {
    for (;;) {
      const server = await attempt(short.path);
      if (server === "taken") throw new StoreInUse("another scinol process is using this directory");
      if (server !== "again") return { release: () => close(server).finally(short.close) };
    }
  } catch (error) {
    short.close();
    throw error;
  }
}

/** A socket that is the owner's; or that there is another; or that things have changed meanwhile, and are to be looked at again. */
async function attempt(room: string): Promise<Server | "taken" | "again"> {
  const socket = `${randomBytes(9).toString("base64url")}.socket`;
  const server = await listen(join(room, socket));
  let outcome: "owner" | "taken" | "again" | undefined;
  try {
    outcome = await becomeOwner(room, socket);
  } finally {
    if (outcome !== "owner") await close(server);
  }
  return outcome === "owner" ? server : outcome;
}

async function becomeOwner(room: string, socket: string): Promise<"owner" | "taken" | "again"> {
  const last = lastOwner(room);
  if (last > 0 && (await isAlive(linkOf(room, last)))) return "taken";
  const mine = last + 1;
  try {
    symlinkSync(socket, linkOf(room, mine));
  } catch (error) {
    if (codeOf(error) === "EEXIST") return "again";
    throw error;
  }
  // The number may have been free only because a later owner had tidied it away. And an owner that has died since may have
  // tidied away our socket, while no link pointed to it.
  if (lastOwner(room) > mine || !(await isAlive(linkOf(room, mine)))) return "again";
  tidy(room, socket, mine);
  return "owner";
}

function linkOf(room: string, owner: number): string {
  return join(room, `owner.${owner}`);
}

function numberOf(name: string): number {
  return Number(OWNER.exec(name)?.[1] ?? 0);
}

function lastOwner(room: string): number {
  return Math.max(0, ...readdirSync(room).map(numberOf));
}

/** Removes what earlier owners have left behind, and those who died before they became one. */
function tidy(room: string, socket: string, mine: number): void {
  for (const name of readdirSync(room)) {
    if (name !== socket && numberOf(name) < mine) rmSync(join(room, name), { force: true });
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((visitor) => visitor.destroy());
    server.once("error", reject);
    server.listen(path, () => resolve(server));
    server.unref();
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Does a living process listen here? The kernel answers, not the process. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const visit = connect(path);
    visit.once("connect", () => {
      visit.destroy();
      resolve(true);
    });
    visit.once("error", (error) => {
      const code = codeOf(error);
      if (code === "ECONNREFUSED" || code === "ENOENT") resolve(false);
      // Too many wait at the door of a process that does not open: it lives.
      else if (code === "EAGAIN") resolve(true);
      else reject(error);
    });
  });
}

/** The same directory by a name that is short enough for sockets in it. */
function shortened(room: string): { path: string; close: () => void } {
  if (Buffer.byteLength(join(room, "0123456789ab.socket")) <= LONGEST_PATH)
    return { path: room, close: () => {} };
  if (process.platform !== "linux") throw new RangeError(`the path is too long for a lock in it: ${room}`);
  const descriptor = openSync(room, "r");
  return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
