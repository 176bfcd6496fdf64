import { catalogue } from "../datasets/catalogue.ts";
import type { FinishedRun } from "../experiments/experiment.ts";
import { zeroVector } from "../toy.ts";
import { type Entrant, entrantsOf } from "./contest.ts";
import { type Measure, PUBLISHED_ALGORITHMS, publishedCurve } from "./published.ts";
import type { Curve } from "./statistics.ts";
import { type ToyEntrant, toyEntrants, toyTitle } from "./toy-sections.ts";

/** A sentence of the paper, and what became of it. */
export interface Claim {
  /** From the paper's source, to the letter; … where words are left out. */
  readonly quote: string;
  /** What we take it to mean. The thresholds are ours, not the paper's. */
  readonly criterion: string;
  readonly judgedAt: string;
  readonly verdict: "holds" | "does not hold" | "not run";
  readonly numbers: string;
  /** The same judgement of the published curves, where it can be made of them. */
  readonly published?: { readonly verdict: "holds" | "does not hold"; readonly numbers: string };
}

/** Curves of the paper's algorithms on a data set, ours or published. */
interface Study {
  readonly title: string;
  readonly epochs: number;
  curve(algorithm: string, measure?: Measure): Curve | undefined;
}

const TUNED = ["sgd", "adagrad", "adam", "nag"];
const OURS = ["scinol1", "scinol2"];

export function judge(finished: readonly FinishedRun[]): Claim[] {
  const toy = toyEntrants(finished);
  const studies = catalogue.flatMap((entry) => {
    const runs = finished.filter(({ experiment }) => experiment === entry.name);
    if (runs.length === 0) return [];
    const entrants = entrantsOf(entry, runs);
    // Where an algorithm is still missing there is nothing to compare yet.
    if (!PUBLISHED_ALGORITHMS.every((one) => best(entrants, one) !== undefined)) return [];
    const epochs = entrants[0].crossEntropy.mean.length;
    const ours: Study = {
      title: entry.title,
      epochs,
      curve: (algorithm, measure = "crossEntropy") => best(entrants, algorithm)?.[measure],
    };
    const published: Study = {
      title: entry.title,
      epochs,
      curve: (algorithm, measure = "crossEntropy") => publishedCurve(entry.name, measure, algorithm),
    };
    return [{ ours, published, runs: Math.max(...entrants.map((one) => one.runs)) }];
  });
  const several = studies.filter(({ runs }) => runs > 1);
  const real = (
    quote: string,
    criterion: string,
    judged: (studies: readonly Study[]) => { holds: boolean; numbers: string },
    among = studies,
  ): Claim => {
    if (among.length === 0)
      return {
        quote,
        criterion,
        judgedAt: "",
        verdict: "not run",
        numbers: "needs several runs of at least one data set",
      };
    const { holds, numbers } = judged(among.map(({ ours }) => ours));
    const theirs = judged(among.map(({ published }) => published));
    return {
      quote,
      criterion,
      judgedAt: `after the last epoch run (${among.map(({ ours }) => `${ours.title} ${ours.epochs}`).join(", ")})`,
      verdict: holds ? "holds" : "does not hold",
      numbers,
      published: { verdict: theirs.holds ? "holds" : "does not hold", numbers: theirs.numbers },
    };
  };
  return [
    ...toyClaims(toy),
    real(
      "comparatively high variance (between different runs) of SGD, AdaGrad, Adam and NAG",
      "the median standard deviation of the four, each at its best rate, exceeds the larger one of both ScInOL on most sets that were run several times",
      highVariance,
      several,
    ),
    real(
      "They also often \nperformed worse than the remaining algorithms.",
      "in more than half of the pairings of one of the four, at its best rate, with ScInOL₁, ScInOL₂, CoCoB or Alg1-K17",
      oftenWorse,
    ),
    real(
      "ScInOL$_2$ turned out to perform better than ScInOL$_1$ in every case",
      "a lower mean on every set that was run",
      betterThanFirst,
    ),
    real(
      "both algorithms are surprisingly stable, exhibiting very small variance in their performance across different runs.",
      "on every set that was run several times, a standard deviation below 3 % of the loss for both",
      stable,
      several,
    ),
    real(
      "The best performance was most of the time achieved by either ScInOL$_2$ or CoCoB.",
      "one of them has the lowest mean of the paper's eight on more than half of the sets",
      bestOfAll,
    ),
    real(
      "Alg1-K17 was often converging somewhat slower (which is most pronounced for MNIST data)",
      "its loss is above the median of the other seven on more than half of the sets, by the largest factor on MNIST if that was run",
      slower,
    ),
    real(
      "classification accuracy, given in Appendix \\ref{appx:accuracy}, leads to essentially the same conclusions",
      "the orders of the eight by loss and by accuracy agree with Kendall's τ above 0.3 on more than half of the sets",
      sameByAccuracy,
    ),
  ];
}

function best(entrants: readonly Entrant[], algorithm: string): Entrant | undefined {
  return entrants.find((one) => one.algorithm === algorithm && one.best);
}

function last(study: Study, algorithm: string): number {
  return study.curve(algorithm)?.mean[study.epochs - 1] ?? Number.NaN;
}

function spread(study: Study, algorithm: string): number {
  return study.curve(algorithm)?.sd[study.epochs - 1] ?? Number.NaN;
}

function toyClaims(toy: readonly ToyEntrant[]): Claim[] {
  const quotes = {
    extreme: "note\nthe extreme values of the loss for most of the non-invariant algorithms",
    unable:
      "algorithms which are not invariant to feature scales (SGD, Adam, and AdaGrad) \nare unable to achieve any reasonable result for any choice of the learning rate (most of the time performing much worse than the zero vector).",
    invariant:
      "The scale invariant algorithms, NAG and SFMD, perform much better (achieving the best overall results), but their behavior still depends on the learning rate tuning.",
    slow: "ScInOL$_1$ slowly decreases its loss moving away from the initial zero solution, but it is clearly too slow in this problem.",
    decent: "ScInOL$_2$ was able to achieve descent results without any tuning at all.",
  };
  if (toy.length === 0) {
    return Object.values(quotes).map((quote) => ({
      quote,
      criterion: "",
      judgedAt: "",
      verdict: "not run" as const,
      numbers: "",
    }));
  }
  const end = (one: ToyEntrant) => one.crossEntropy.mean.at(-1)!;
  const of = (...algorithms: string[]) => toy.filter(({ algorithm }) => algorithms.includes(algorithm));
  const variant = of("sgd", "adagrad", "adam");
  const invariant = of("nag", "nag-of-figure-1", "sfmd");
  const [first] = of("scinol1");
  const [second] = of("scinol2");
  const moments = variant.flatMap((one) => one.crossEntropy.mean);
  const above = moments.filter((loss) => loss > zeroVector).length / moments.length;
  const bestVariant = variant.reduce((a, b) => (end(a) < end(b) ? a : b));
  const bestInvariant = invariant.reduce((a, b) => (end(a) < end(b) ? a : b));
  const worstInvariant = invariant.reduce((a, b) => (end(a) > end(b) ? a : b));
  const named = (one: ToyEntrant) =>
    `${toyTitle(one.algorithm)}${one.rate === undefined ? "" : ` ${one.rate}`} ${end(one).toFixed(4)}`;
  const verdict = (holds: boolean) => (holds ? ("holds" as const) : ("does not hold" as const));
  const extreme = variant.filter((one) => Math.max(...one.crossEntropy.mean) > 10 * zeroVector).length;
  const overall = Math.min(...of("sgd", "adagrad", "adam", "scinol1", "scinol2").map(end));
  return [
    {
      quote: quotes.extreme,
      criterion: "more than half of their curves exceed ten times the zero vector's loss somewhere",
      judgedAt: "any iteration",
      verdict: verdict(extreme > variant.length / 2),
      numbers: `${extreme} of ${variant.length} curves of SGD, Adam and AdaGrad exceed ten times the zero vector's loss; the largest is ${Math.max(...moments).toExponential(1)}`,
    },
    {
      quote: quotes.unable,
      criterion: "worse than the zero vector at more than half of all points, and none below 0.5 after 5,000",
      judgedAt: "all iterations, and 5,000",
      verdict: verdict(above > 0.5 && end(bestVariant) > 0.5),
      numbers: `worse than the zero vector at ${(100 * above).toFixed(0)} % of all points; the best after 5,000 is ${named(bestVariant)}, against ${second === undefined ? "" : named(second)}`,
    },
    {
      quote: quotes.invariant,
      criterion:
        "the best of NAG and SFMD beats the paper's other algorithms, and their worst rate loses more than twice as much as their best",
      judgedAt: "5,000 iterations",
      verdict: verdict(end(bestInvariant) < overall && end(worstInvariant) > 2 * end(bestInvariant)),
      numbers: `best ${named(bestInvariant)}, worst ${named(worstInvariant)}; the best of the paper's others ${overall.toFixed(4)}`,
    },
    ...(first === undefined || second === undefined
      ? []
      : [
          {
            quote: quotes.slow,
            criterion: "below the zero vector's loss, but above 0.5",
            judgedAt: "5,000 iterations",
            verdict: verdict(end(first) < zeroVector && end(first) > 0.5),
            numbers: `${named(first)}, the zero vector ${zeroVector.toFixed(4)}`,
          },
          {
            quote: quotes.decent,
            criterion: "below 0.32, where the zero vector has 0.69 and the best possible is 0.26",
            judgedAt: "5,000 iterations",
            verdict: verdict(end(second) < 0.32),
            numbers: `${named(second)}; the best possible is 0.2604`,
          },
        ]),
  ];
}

function highVariance(studies: readonly Study[]) {
  const cases = studies.map((study) => {
    const tuned = TUNED.map((algorithm) => spread(study, algorithm)).sort((a, b) => a - b);
    const ours = OURS.map((algorithm) => spread(study, algorithm));
    return { study, tuned: (tuned[1] + tuned[2]) / 2, ours: Math.max(...ours) };
  });
  const count = cases.filter(({ tuned, ours }) => tuned > ours).length;
  return {
    holds: count > studies.length / 2,
    numbers: `the median sd of the four exceeds the larger one of ScInOL₁ and ScInOL₂ on ${count} of ${studies.length}: ${cases.map(({ study, tuned, ours }) => `${study.title} ${tuned.toPrecision(2)} against ${ours.toPrecision(2)}`).join("; ")}`,
  };
}

function oftenWorse(studies: readonly Study[]) {
  let worse = 0;
  let pairs = 0;
  for (const study of studies) {
    for (const tuned of TUNED) {
      for (const other of ["scinol1", "scinol2", "cocob", "k17"]) {
        pairs++;
        if (last(study, tuned) > last(study, other)) worse++;
      }
    }
  }
  return {
    holds: worse > pairs / 2,
    numbers: `worse in ${worse} of ${pairs} pairings, each at its best rate`,
  };
}

function betterThanFirst(studies: readonly Study[]) {
  const failing = studies.filter((study) => !(last(study, "scinol2") < last(study, "scinol1")));
  return {
    holds: failing.length === 0,
    numbers: studies
      .map(
        (study) =>
          `${study.title} ${last(study, "scinol2").toFixed(4)} against ${last(study, "scinol1").toFixed(4)}`,
      )
      .join("; "),
  };
}

function stable(studies: readonly Study[]) {
  const relative = (study: Study, algorithm: string) => spread(study, algorithm) / last(study, algorithm);
  const most = Math.max(...studies.flatMap((study) => OURS.map((algorithm) => relative(study, algorithm))));
  return {
    holds: most < 0.03,
    numbers: studies
      .map(
        (study) =>
          `${study.title} ${OURS.map((algorithm) => `${(100 * relative(study, algorithm)).toFixed(1)} %`).join(" and ")}`,
      )
      .join("; ")
      .concat(" of the loss (below 3 % is called very small)"),
  };
}

function bestOfAll(studies: readonly Study[]) {
  const winners = studies.map((study) => {
    const order = [...PUBLISHED_ALGORITHMS]
      .filter((one) => Number.isFinite(last(study, one)))
      .sort((a, b) => last(study, a) - last(study, b));
    return { study, winner: order[0] };
  });
  const count = winners.filter(({ winner }) => winner === "scinol2" || winner === "cocob").length;
  return {
    holds: count > studies.length / 2,
    numbers: `${count} of ${studies.length}: ${winners.map(({ study, winner }) => `${study.title} ${winner} ${last(study, winner).toFixed(4)}`).join("; ")}`,
  };
}

function slower(studies: readonly Study[]) {
  const ratios = studies.map((study) => {
    const others = PUBLISHED_ALGORITHMS.filter((one) => one !== "k17")
      .map((one) => last(study, one))
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
    return { study, ratio: last(study, "k17") / others[Math.floor(others.length / 2)] };
  });
  const slow = ratios.filter(({ ratio }) => ratio > 1).length;
  const mnist = ratios.find(({ study }) => study.title === "MNIST");
  const pronounced = mnist === undefined || mnist.ratio >= Math.max(...ratios.map(({ ratio }) => ratio));
  return {
    holds: slow > studies.length / 2 && pronounced,
    numbers: `its loss relative to the median of the others: ${ratios.map(({ study, ratio }) => `${study.title} ${ratio.toFixed(2)}`).join("; ")}`,
  };
}

/** Whether the orders of the algorithms by loss and by accuracy agree: Kendall's τ. */
function sameByAccuracy(studies: readonly Study[]) {
  const taus = studies.map((study) => {
    const known = PUBLISHED_ALGORITHMS.filter((one) => study.curve(one) !== undefined);
    let sum = 0;
    let pairs = 0;
    for (let a = 0; a < known.length; a++) {
      for (let b = a + 1; b < known.length; b++) {
        const loss = last(study, known[a]) - last(study, known[b]);
        const accuracy = (one: string) => study.curve(one, "accuracy")!.mean[study.epochs - 1];
        sum += Math.sign(loss) * Math.sign(accuracy(known[b]) - accuracy(known[a]));
        pairs++;
      }
    }
    return { study, τ: sum / pairs };
  });
  return {
    holds: taus.filter(({ τ }) => τ > 0.3).length > studies.length / 2,
    numbers: `agreement of the two orders (Kendall's τ, 1 is perfect): ${taus.map(({ study, τ }) => `${study.title} ${τ.toFixed(2)}`).join("; ")}`,
  };
}
