import type { Dataset } from "./dataset.ts";
import { readMadelon } from "./read-madelon.ts";
import { readMnist } from "./read-mnist.ts";
import { readDelimited } from "./read-table.ts";

const UCI = "https://archive.ics.uci.edu/ml/machine-learning-databases";
const MNIST = "https://ossci-datasets.s3.amazonaws.com/mnist";
const RANDOM_SPLIT = "all rows pooled; a random 33 %, rounded up, is the test set, another one in every run";

/** The paper's six data sets. A new data set is one entry here: it can then be fetched, described and reproduced. */
export const catalogue: readonly Dataset[] = [
  {
    name: "bank",
    title: "Bank",
    about: "Calls of a Portuguese bank: does the client subscribe to a deposit?",
    page: "https://archive.ics.uci.edu/dataset/222/bank+marketing",
    licence: "CC BY 4.0; asks to be cited",
    citation:
      "Moro, Cortez, Rita: A data-driven approach to predict the success of bank telemarketing (2014)",
    files: [
      {
        path: "bank/bank-additional-full.csv",
        bytes: 5_834_924,
        sha256: "74adfc578bf77a7ff4bb1ba4a9f8709d9e3c6907342959c2c8416847e0afb4d8",
        url: `${UCI}/00222/bank-additional.zip`,
        member: "bank-additional/bank-additional-full.csv",
      },
    ],
    encoding:
      'the 10 numeric columns as they are, `duration` with them; "unknown" is a category like any other',
    split: RANDOM_SPLIT,
    paper: {
      features: 53,
      records: 41_188,
      classes: 2,
      scale: 6.05e5,
      epochs: 10,
      rates: { sgd: 1e-5, adagrad: 0.01, adam: 1e-4, nag: 1 },
    },
    read: (contents) =>
      readDelimited(contents, { name: "bank", delimiter: ";", header: true, classes: ["no", "yes"] }),
  },
  {
    name: "census",
    title: "Census",
    about: "US census of 1994 and 1995: is the income above 50,000 dollars?",
    page: "https://archive.ics.uci.edu/dataset/117/census+income+kdd",
    licence: "CC BY 4.0",
    citation: "Census-Income (KDD), UCI Machine Learning Repository (2000), doi:10.24432/C5N30T",
    files: [
      {
        path: "census-income-kdd/census-income.data",
        bytes: 103_874_469,
        sha256: "3676a81db7d3528f3f8b9f3c699d0f0aa28db45e6e994fa0b8ed38327539ee86",
        url: `${UCI}/census-income-mld/census-income.data.gz`,
      },
      {
        path: "census-income-kdd/census-income.test",
        bytes: 51_918_813,
        sha256: "98402b1ab879573d0a7f38a699a40258080e25e33d3401e7bf9c96d3fa0fab8c",
        url: `${UCI}/census-income-mld/census-income.test.gz`,
      },
    ],
    encoding:
      'columns of numbers as they are, even those that are codes (industry, occupation, year, …); "?" is a category like any other',
    split: `both files pooled, the official split ignored; ${RANDOM_SPLIT}`,
    paper: {
      features: 381,
      records: 299_285,
      classes: 2,
      scale: 1.81e6,
      epochs: 10,
      rates: { sgd: 1e-5, adagrad: 0.01, adam: 1e-4, nag: 0.01 },
    },
    read: (contents) =>
      readDelimited(contents, {
        name: "census",
        delimiter: ",",
        header: false,
        classes: ["- 50000.", "50000+."],
        // Detailed industry and occupation, own business, veterans' benefits, year.
        coded: [3, 4, 37, 39, 41],
      }),
  },
  {
    name: "covertype",
    title: "Covertype",
    about: "Patches of forest in Colorado: which of seven types of cover?",
    page: "https://archive.ics.uci.edu/dataset/31/covertype",
    licence: "CC BY 4.0",
    citation: "Blackard: Covertype, UCI Machine Learning Repository (1998), doi:10.24432/C50K5N",
    files: [
      {
        path: "covertype/covtype.data",
        bytes: 75_169_317,
        sha256: "0a9371cef7c964b5475d6053cc3e0894a5aa6f65ad1ed3ecb01c45aa96217945",
        url: `${UCI}/covtype/covtype.data.gz`,
      },
    ],
    encoding: "54 columns as they are, 44 of them 0 or 1",
    split: RANDOM_SPLIT,
    paper: {
      features: 54,
      records: 581_012,
      classes: 7,
      scale: 1.31e6,
      epochs: 10,
      rates: { sgd: 1e-5, adagrad: 0.01, adam: 1e-4, nag: 1 },
    },
    read: (contents) => readDelimited(contents, { name: "covertype", delimiter: ",", header: false }),
  },
  {
    name: "madelon",
    title: "Madelon",
    about: "Made up: 20 columns that tell something together, none of them alone, among 480 that do not",
    page: "https://archive.ics.uci.edu/dataset/171/madelon",
    licence: "CC BY 4.0",
    citation: "Guyon: Madelon, UCI Machine Learning Repository (2004), doi:10.24432/C5602H",
    files: [
      {
        path: "madelon/madelon_train.data",
        bytes: 4_001_995,
        sha256: "0b6e37711efdc7ab74250c51e7d6966bffd9f8f2b0e9971e882c3a7a380c2314",
        url: `${UCI}/madelon/MADELON/madelon_train.data`,
      },
      {
        path: "madelon/madelon_train.labels",
        bytes: 5_000,
        sha256: "10bffcc3b017467cb810d326b931951adcbde2b4870faf981da2991993b48689",
        url: `${UCI}/madelon/MADELON/madelon_train.labels`,
      },
      {
        path: "madelon/madelon_valid.data",
        bytes: 1_200_599,
        sha256: "cb9a46475147de1a58d9f15ef4c318e5b85de344e0f9ab92626fa446aa815dc9",
        url: `${UCI}/madelon/MADELON/madelon_valid.data`,
      },
      {
        path: "madelon/madelon_valid.labels",
        bytes: 1_500,
        sha256: "fbac32fa87fac41ab731994a1c824e7b25396069bff6df242c01fe240fcb34dc",
        url: `${UCI}/madelon/madelon_valid.labels`,
      },
    ],
    encoding: "500 columns as they are",
    split: "its own: `valid` is the test set",
    paper: {
      features: 500,
      records: 2_600,
      classes: 2,
      scale: 1.09,
      epochs: 60,
      rates: { sgd: 1e-5, adagrad: 1e-4, adam: 1e-4, nag: 0.1 },
    },
    read: readMadelon,
  },
  {
    name: "mnist",
    title: "MNIST",
    about: "Handwritten digits of 28 × 28 pixels",
    page: "http://yann.lecun.com/exdb/mnist",
    licence: "CC BY-SA 3.0",
    citation: "LeCun, Cortes, Burges: The MNIST database of handwritten digits (2010)",
    files: [
      {
        path: "mnist/train-images-idx3-ubyte",
        bytes: 47_040_016,
        sha256: "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
        url: `${MNIST}/train-images-idx3-ubyte.gz`,
      },
      {
        path: "mnist/train-labels-idx1-ubyte",
        bytes: 60_008,
        sha256: "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
        url: `${MNIST}/train-labels-idx1-ubyte.gz`,
      },
      {
        path: "mnist/t10k-images-idx3-ubyte",
        bytes: 7_840_016,
        sha256: "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
        url: `${MNIST}/t10k-images-idx3-ubyte.gz`,
      },
      {
        path: "mnist/t10k-labels-idx1-ubyte",
        bytes: 10_008,
        sha256: "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
        url: `${MNIST}/t10k-labels-idx1-ubyte.gz`,
      },
    ],
    encoding: "784 pixels divided by 255",
    split: "its own: 60,000 and 10,000",
    paper: {
      features: 728,
      records: 70_000,
      classes: 10,
      scale: 5.83e3,
      epochs: 30,
      rates: { sgd: 1, adagrad: 0.1, adam: 1e-4, nag: 1 },
      erratum: "the table says 728 features, a slip for 784",
    },
    read: readMnist,
  },
  {
    name: "shuttle",
    title: "Shuttle",
    about: "Sensors of the space shuttle: which of seven states is the radiator in?",
    page: "https://archive.ics.uci.edu/dataset/148/statlog+shuttle",
    licence: "CC BY 4.0",
    citation: "Statlog (Shuttle), UCI Machine Learning Repository, doi:10.24432/C5WS31",
    files: [
      {
        path: "shuttle/shuttle.trn",
        bytes: 1_153_518,
        sha256: "87b24ee9fb5137e1d417659cf905d84d0e15342bbaa60770f1ae83da1a38200a",
        url: `${UCI}/statlog/shuttle/shuttle.trn.Z`,
      },
      {
        path: "shuttle/shuttle.tst",
        bytes: 384_257,
        sha256: "f776934a628d9b94c482cb058a76ddaa63823e0f74aec065813c9dff3b89d661",
        url: `${UCI}/statlog/shuttle/shuttle.tst`,
      },
    ],
    encoding: "9 columns as they are",
    split: `both files pooled; ${RANDOM_SPLIT}`,
    paper: {
      features: 9,
      records: 58_000,
      classes: 7,
      scale: 7.46,
      epochs: 20,
      rates: { sgd: 1e-4, adagrad: 0.01, adam: 1e-4, nag: 0.1 },
    },
    read: (contents) => readDelimited(contents, { name: "shuttle", delimiter: " ", header: false }),
  },
];

/** Data that is drawn from a seed and needs no file; `data list` names it beside the others. */
export const synthetic: readonly { name: string; about: string }[] = [
  {
    name: "toy",
    about:
      "§4.1 of the paper: 21 normal features of scale 2⁻¹⁰ … 2¹⁰, 5,000 training and 100,000 test examples",
  },
  {
    name: "clicks",
    about: "a stream of clicks: Zipf-distributed one-hot features, 1–5 % positives, strong or weak signal",
  },
  {
    name: "streams",
    about:
      "streams that change or are attacked: flipped weights, new units, shifts, sleeping columns, noise, outliers",
  },
];

export function dataset(name: string): Dataset {
  const entry = catalogue.find((one) => one.name === name);
  if (entry === undefined) {
    throw new RangeError(
      `unknown data set "${name}"; there are ${catalogue.map((one) => one.name).join(", ")}`,
    );
  }
  return entry;
}
