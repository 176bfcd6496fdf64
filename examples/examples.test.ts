import { fileURLToPath } from "node:url";
import { it } from "vitest";
import { expectToPrint, programsIn } from "./test/printed.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

it.each(programsIn(folder))("%s prints what it says", (name) => expectToPrint(folder + name));
