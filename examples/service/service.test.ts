import { fileURLToPath } from "node:url";
import { it } from "vitest";
import { startForAll } from "../../packages/server/test/service.ts";
import { expectToPrint, programsIn } from "../test/printed.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
process.env.SCINOL_SERVICE = (await startForAll()).address;

it.each(programsIn(folder))("%s prints what it says", (name) => expectToPrint(folder + name));
