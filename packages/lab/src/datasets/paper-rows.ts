import type { SparseFeatures } from "scinol";
import type { Table } from "./table.ts";

/**
 * Rows as the paper encodes them: numbers as they are, and an indicator for every text of a column but the first in
 * alphabetical order ("one-hot", with the first level dropped). Zeros are left out.
 */
export class PaperRows {
  readonly table: Table;
  /** How many features there are. */
  readonly features: number;
  /** For each column of texts, the feature of each code; −1 for the level that is dropped. */
  private readonly featureOf: readonly Int32Array[];
  private readonly indices: Int32Array;
  private readonly values: Float64Array;

  constructor(table: Table) {
    this.table = table;
    let next = table.numberNames.length;
    this.featureOf = table.dictionaries.map((texts) => {
      const inOrder = texts.map((text, code) => ({ text, code })).sort((a, b) => (a.text < b.text ? -1 : 1));
      const features = new Int32Array(texts.length).fill(-1);
      for (const { code } of inOrder.slice(1)) features[code] = next++;
      return features;
    });
    this.features = next;
    this.indices = new Int32Array(table.numberNames.length + table.textNames.length);
    this.values = new Float64Array(this.indices.length);
  }

  /** The features of a row; good until the next is asked for. */
  at(row: number): SparseFeatures {
    const { table, indices, values, featureOf } = this;
    const { numbers, divisor, codes } = table;
    const width = table.numberNames.length;
    const first = row * width;
    let count = 0;
    for (let i = 0; i < width; i++) {
      const x = numbers[first + i];
      if (x === 0) continue;
      indices[count] = i;
      values[count++] = divisor === 1 ? x : x / divisor;
    }
    const texts = featureOf.length;
    for (let i = 0; i < texts; i++) {
      const feature = featureOf[i][codes[row * texts + i]];
      if (feature < 0) continue;
      indices[count] = feature;
      values[count++] = 1;
    }
    return { indices: indices.subarray(0, count), values: values.subarray(0, count) };
  }
}
