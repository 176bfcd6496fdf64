import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const [CONSTANT, SCINOL] = ["constant.mjs", "../../packages/cli/bin/scinol.mjs"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Fastify with a constant answer. */
export async function startConstant() {
  const child = spawn(process.execPath, [CONSTANT], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { port: Number(line), stop: () => stop(child, "SIGTERM") };
}

/** `scinol serve` on any free port; resolves when it is ready. `flags` are Node's. */
export async function startService(data, flags = []) {
  const child = spawn(
    process.execPath,
    [...flags, SCINOL, "serve", "--data", data, "--port", "0", "--json"],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const started = performance.now();
  let port;
  let ready = false;
  let said = "";
  for await (const line of createInterface({ input: child.stderr })) {
    said += `${line}\n`;
    port ??= /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    ready ||= /"ready"/.test(line);
    if (port && ready) break;
  }
  if (!port) throw new Error(`the service did not start:\n${said}`);
  child.stderr.resume();
  return {
    port: Number(port),
    pid: child.pid,
    secondsToReady: (performance.now() - started) / 1000,
    kill: () => stop(child, "SIGKILL"),
    stop: () => stop(child, "SIGTERM"),
  };
}

async function stop(child, signal) {
  const closed = once(child, "exit");
  child.kill(signal);
  const [code] = await closed;
  return code;
}
