import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SCINOL = fileURLToPath(new URL("../../cli/bin/scinol.mjs", import.meta.url));

/** `scinol serve`, as a user starts it, on any free port. */
export class ServiceProcess {
  #child;
  #said = "";

  /** `flags` are Node's. */
  constructor(data, { flags = [], env = {} } = {}) {
    const command = [...flags, SCINOL, "serve", "--data", data, "--port", "0", "--json"];
    this.#child = spawn(process.execPath, command, {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, ...env },
    });
  }

  get pid() {
    return this.#child.pid;
  }

  /** Resolves to its address when it answers for its models. */
  async ready() {
    let address;
    let ready = false;
    for await (const line of createInterface({ input: this.#child.stderr })) {
      this.#said += `${line}\n`;
      address ??= /listening on (http:\/\/[\d.:]+)/.exec(line)?.[1];
      ready ||= /"ready"/.test(line);
      if (address && ready) {
        this.#child.stderr.resume();
        return address;
      }
    }
    throw new Error(`the service did not start:\n${this.#said}`);
  }

  /** Nobody reads what it says any more. */
  turnAway() {
    this.#child.stderr.destroy();
  }

  /** What collector.mjs, if it was loaded, finds in use after collecting garbage. */
  async memory() {
    this.#child.send("collect");
    const [memory] = await once(this.#child, "message");
    return memory;
  }

  /** Resolves to its exit code. */
  async end(signal) {
    const ended = once(this.#child, "exit");
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill(signal);
      await ended;
    }
    return this.#child.exitCode;
  }
}
