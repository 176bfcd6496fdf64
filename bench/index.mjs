// npm run bench [-- --json]: every speed and size the library promises, measured.
// npm run bench -- serve [--json] [--quick]: the service's.
import { cpus } from "node:os";
import { againstCpp } from "./against-cpp.mjs";
import { allocation } from "./allocation.mjs";
import { inChromium } from "./chromium.mjs";
import { FLAGS } from "./cpp.mjs";
import { TARGET as LIBRARY, librarySize } from "./library-size.mjs";
import { rulesTogether } from "./rules.mjs";
import { printServe } from "./serve/print.mjs";
import { benchServe } from "./serve/serve.mjs";
import { TARGET as SIZE, stateSize } from "./state-size.mjs";
import { digits, table, verdict } from "./table.mjs";

const machine = `${cpus()[0].model.trim()}, Node ${process.version}`;
const isJson = process.argv.includes("--json");

if (process.argv.includes("serve")) {
  const results = { machine, ...(await benchServe({ quick: process.argv.includes("--quick") })) };
  if (isJson) console.log(JSON.stringify(results, null, 2));
  else printServe(results);
} else {
  const results = {
    machine,
    measured:
      "Processor time, best of several repetitions, the languages and the processes taking turns; data made from a seed, " +
      "larger than the first caches, the same for both. A coordinate is a non-zero feature, the constant one too, times " +
      "an output. TypeScript checks its input and answers the loss.",
    againstCpp: againstCpp(),
    chromium: await inChromium(),
    library: librarySize(),
    rules: rulesTogether(),
    stateBytes: stateSize(),
    allocation: allocation(),
  };
  if (isJson) console.log(JSON.stringify(results, null, 2));
  else print(results);
}

function print({ machine, measured, againstCpp, chromium, library, rules, stateBytes, allocation }) {
  console.log(`${machine}\n${measured}\n`);

  console.log(`ScInOL₂ through the public API, beside the same in C++ (g++ ${FLAGS.join(" ")})`);
  if (againstCpp[0].share === undefined) console.log("no g++ here: there is nothing to compare with");
  console.log(
    table(againstCpp, {
      data: (r) => r.case,
      through: (r) => r.way,
      "ns/example": (r) => digits(r.nsPerExample, 0),
      "ns/coordinate": (r) => digits(r.nsPerCoordinate, 2),
      "share of the best C++": (r) => digits(r.share, 3),
      target: (r) => (r.target === undefined ? "" : digits(r.target, 2)),
      "": (r) => (r.share === undefined || r.target === undefined ? "" : verdict(r.share >= r.target)),
    }),
  );

  console.log(
    `\nThe same in Chromium${chromium === undefined ? ": there is none here" : ` ${chromium.version}`}`,
  );
  if (chromium !== undefined) {
    const inNode = (r) => againstCpp.find((one) => one.case === r.case && one.way === r.way).nsPerExample;
    console.log(
      table(chromium.results, {
        data: (r) => r.case,
        through: (r) => r.way,
        "ns/example": (r) => digits(r.nsPerExample, 0),
        "Node/Chromium": (r) => digits(inNode(r) / r.nsPerExample, 2),
      }),
    );
  }

  const { minified, kilobytes, milliseconds } = library;
  console.log(
    `\nThe library: ${digits(minified, 0)} kB, compressed ${digits(kilobytes, 1)} kB ` +
      `(at most ${LIBRARY.kilobytes}: ${verdict(kilobytes <= LIBRARY.kilobytes)}); ` +
      `imported in ${digits(milliseconds, 1)} ms ` +
      `(at most ${LIBRARY.milliseconds}: ${verdict(milliseconds <= LIBRARY.milliseconds)})`,
  );

  console.log("\nEvery rule alone in a process, and with all the others used in it (dense 54, learn)");
  console.log(
    table(rules, {
      rule: (r) => r.rule,
      "alone ns/coordinate": (r) => digits(r.aloneNs, 2),
      "together ns/coordinate": (r) => digits(r.togetherNs, 2),
      "together/alone": (r) => digits(r.ratio, 2),
      "at most": (r) => digits(r.target, 1),
      "": (r) => verdict(r.ratio <= r.target),
    }),
  );

  console.log(`\nBytes of state (ScInOL₂: at most ${SIZE.perCell} and ${SIZE.perCoordinate})`);
  console.log(
    table(stateBytes, {
      rule: (r) => r.rule,
      "per coordinate, output and memory": (r) => digits(r.perCell, 0),
      "per coordinate": (r) => digits(r.perCoordinate, 0),
    }),
  );

  console.log("\nWhat rounds leave behind (dense 9)");
  console.log(
    table(allocation, {
      through: (r) => r.way,
      rounds: (r) => String(r.rounds),
      "heap bytes": (r) => String(r.heapBytes),
      "array bytes": (r) => String(r.arrayBytes),
      scavenges: (r) => String(r.scavenges),
    }),
  );
}
