/** Draws the README's picture: `node packages/lab/dist/picture.js FILE`, or `npm run picture`. */
import { writeFileSync } from "node:fs";
import { toyExperiment } from "./toy-experiment.ts";
import { toyPicture } from "./toy-picture.ts";

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("usage: picture FILE\n");
  process.exit(2);
}
const checkpoints = Array.from({ length: 100 }, (_, n) => 50 * (n + 1));
writeFileSync(file, toyPicture(toyExperiment({ checkpoints, test: 20_000 })));
