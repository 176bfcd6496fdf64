import type { RuleName } from "scinol";

/**
 * Mean test cross-entropy over ten training sets, as published: the numbers behind Figure 1 of Kempka, Kotłowski,
 * Warmuth, "Adaptive scale-invariant online algorithms for learning linear models" (ICML 2019), stored with the code
 * its authors released (github.com/mihahauke/scinol_icml2019).
 *
 * Of the nine rates that were tried, the one that goes with ours is kept. The released NAG divides N by the number of
 * features, which multiplies its rate by √21: what it calls 0.5 is the paper's 2.29.
 */
export const publishedToy: Partial<Record<RuleName, Published>> = {
  scinol1: { name: "ScInOL1", loss: { 500: 0.68271, 1000: 0.6786, 2000: 0.66577, 5000: 0.59702 } },
  scinol2: { name: "ScInOL2", loss: { 500: 0.46631, 1000: 0.4024, 2000: 0.33653, 5000: 0.29089 } },
  nag: { name: "NAG (0.5)", loss: { 500: 0.31095, 1000: 0.29408, 2000: 0.28039, 5000: 0.27162 } },
  sfmd: { name: "SFMD (10.0)", loss: { 500: 0.32906, 1000: 0.30884, 2000: 0.29222, 5000: 0.27989 } },
  adagrad: { name: "AdaGrad (0.01)", loss: { 500: 0.64221, 1000: 0.60833, 2000: 0.56817, 5000: 0.54195 } },
  adam: { name: "Adam (0.001)", loss: { 500: 0.86662, 1000: 0.91717, 2000: 0.77674, 5000: 0.79374 } },
  sgd: { name: "SGD (0.001)", loss: { 500: 11.663, 1000: 6.1637, 2000: 4.5337, 5000: 3.0831 } },
};

export interface Published {
  /** The column's name in the published file: the algorithm, and its rate if it has one. */
  readonly name: string;
  /** Cross-entropy by the number of rounds. */
  readonly loss: Readonly<Record<number, number>>;
}
