import { digits, table, verdict } from "../table.mjs";
import { BATCH, COLUMNS, CONNECTIONS, TARGETS } from "./serve.mjs";

export function printServe(results) {
  const { machine, underLoad, recovery } = results;
  console.log(machine);
  console.log(
    `One client process, ${CONNECTIONS} connections kept alive, each with one request under way; medians of turns; ` +
      `${COLUMNS} columns. Learning is durable before it is answered.\n`,
  );
  const row = (name, { perSecond, p50, p99 }, events = 1) => ({
    name,
    perSecond,
    events: perSecond * events,
    p50,
    p99,
  });
  console.log(
    table(
      [
        row("Fastify, a constant", results.constant),
        row("predict", results.predict),
        row("learn one by one", results.learn),
        row(`learn ${BATCH} at a time`, results.batch, BATCH),
        row(`predict while learning at half of that`, underLoad),
      ],
      {
        "": (r) => r.name,
        "requests/s": (r) => digits(r.perSecond, 0),
        "records/s": (r) => digits(r.events, 0),
        "p50 ms": (r) => digits(r.p50, 2),
        "p99 ms": (r) => digits(r.p99, 2),
      },
    ),
  );
  const compared = [
    {
      what: "predict / Fastify's constant",
      is: results.predictToConstant,
      target: TARGETS.predict,
      least: true,
    },
    {
      what: "durable learning / loop in one process",
      is: results.learnToInProcess,
      target: TARGETS.learn,
      least: true,
    },
    {
      what: "p99 of predict while learning, ms",
      is: underLoad.p99,
      target: TARGETS.p99UnderLoad,
      least: false,
    },
  ];
  console.log(`\nThe loop that parses the same JSON and learns: ${digits(results.inProcess, 0)} events/s`);
  console.log(
    table(compared, {
      "": (r) => r.what,
      is: (r) => digits(r.is, 2),
      target: (r) => `${r.least ? "≥" : "<"} ${r.target}`,
      " ": (r) => verdict(r.least ? r.is >= r.target : r.is < r.target),
    }),
  );
  console.log("\nFrom the start of the process until it answers, after SIGKILL");
  console.log(
    table(recovery, {
      events: (r) => String(r.events),
      from: (r) => (r.snapshots ? "the last snapshot" : "the first event"),
      seconds: (r) => digits(r.seconds, 2),
    }),
  );
}
