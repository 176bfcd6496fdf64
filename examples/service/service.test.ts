import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog, type Running, serve } from "@scinol/server";
import { afterAll, beforeAll, it } from "vitest";
import { expectToPrint, programsIn } from "../test/printed.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const data = mkdtempSync(join(tmpdir(), "examples-"));
let running: Running;

beforeAll(async () => {
  process.env.SCINOL_LOG = "warn";
  running = await serve({ data, port: 0, host: "127.0.0.1", log: createLog(false) });
  await running.recovered;
  process.env.SCINOL_SERVICE = running.address;
});
afterAll(async () => {
  await running.close();
  rmSync(data, { recursive: true });
});

it.each(programsIn(folder))("%s prints what it says", (name) => expectToPrint(folder + name));
