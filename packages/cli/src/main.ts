import { exitCodes, failureOf } from "./failure.ts";
import { Interrupted } from "./interruption.ts";
import { program } from "./program.ts";
import { say } from "./speech.ts";

// Whoever reads our output may leave early (`| head`); then there is nobody left to tell.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.success);
    const { message, code } = failureOf(Object.assign(error, { path: "standard output" }));
    if (stream === process.stdout) say(message);
    process.exit(code);
  });
}

async function run(): Promise<number> {
  try {
    await program().parseAsync();
    return exitCodes.success;
  } catch (error) {
    if (error instanceof Interrupted) {
      say(error.message);
      return error.code;
    }
    const { message, code } = failureOf(error);
    if (message !== "") say(message);
    return code;
  }
}

// Not awaited: parts that are loaded later import from this file, and would wait for it to end.
run().then((code) => {
  // Standard input may still be open, and would keep us waiting; what is written must be taken first.
  process.exitCode = code;
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
});
