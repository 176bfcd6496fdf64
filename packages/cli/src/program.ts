import { Command } from "commander";
import { addCompare } from "./commands/compare.ts";
import { addEvaluate } from "./commands/evaluate.ts";
import { addInspect } from "./commands/inspect.ts";
import { addLab } from "./commands/lab.ts";
import { addPredict } from "./commands/predict.ts";
import { addServe } from "./commands/serve.ts";
import { addTrain } from "./commands/train.ts";

/** All the commands. */
export function program(): Command {
  const scinol = new Command("scinol")
    .description("Online linear learning with no units and nothing to tune.")
    .version("0.1.0")
    .showSuggestionAfterError(true)
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) });
  addTrain(scinol);
  addPredict(scinol);
  addEvaluate(scinol);
  addCompare(scinol);
  addInspect(scinol);
  addServe(scinol);
  for (const command of scinol.commands) {
    command.exitOverride().copyInheritedSettings(scinol);
  }
  addLab(scinol);
  return scinol;
}

/** "error: unknown option '--targt'\n(Did you mean --target?)" → "scinol: unknown option '--targt'; did you mean --target?" */
function oneLine(text: string): string {
  const told = text
    .trim()
    .replace(/^error: /, "")
    .replace(/\s*\n\s*\(Did you mean (.*)\?\)$/, "; did you mean $1?")
    .replace(/\s*\n\s*/g, " ");
  return `scinol: ${told}\n`;
}
