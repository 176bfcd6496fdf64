import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ServiceProcess } from "../../packages/server/soak/service-process.mjs";

const CONSTANT = fileURLToPath(new URL("constant.mjs", import.meta.url));

/** Fastify with a constant answer. */
export async function startConstant() {
  const child = spawn(process.execPath, [CONSTANT], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { port: Number(line), stop: () => child.kill() };
}

/** `scinol serve` on any free port; resolves when it is ready. `flags` are Node's. */
export async function startService(data, flags = []) {
  const started = performance.now();
  const service = new ServiceProcess(data, { flags });
  const address = await service.ready();
  return {
    port: Number(new URL(address).port),
    secondsToReady: (performance.now() - started) / 1000,
    kill: () => service.end("SIGKILL"),
    stop: () => service.end("SIGTERM"),
  };
}
