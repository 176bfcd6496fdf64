import { sharedBytes, sharedCodes, type Table } from "./table.ts";

/** Images and labels in idx files, for training and for testing; pixels stay bytes, and are divided by 255. */
export async function readMnist(contents: readonly Uint8Array[]): Promise<Table> {
  const training = pair(contents[0], contents[1], "mnist: train");
  const test = pair(contents[2], contents[3], "mnist: t10k");
  if (training.pixels !== test.pixels) {
    throw new RangeError(`mnist: images of ${training.pixels} and of ${test.pixels} pixels`);
  }
  const rows = training.labels.length + test.labels.length;
  const numbers = sharedBytes(rows * training.pixels);
  numbers.set(training.images);
  numbers.set(test.images, training.images.length);
  const labels = sharedBytes(rows);
  labels.set(training.labels);
  labels.set(test.labels, training.labels.length);
  return {
    rows,
    classes: Array.from({ length: 10 }, (_, digit) => String(digit)),
    labels,
    numberNames: Array.from({ length: training.pixels }, (_, n) => `pixel${n + 1}`),
    numbers,
    divisor: 255,
    textNames: [],
    codes: sharedCodes(0),
    dictionaries: [],
    coded: [],
    meaningfulZero: true,
    training: training.labels.length,
  };
}

function pair(images: Uint8Array, labels: Uint8Array, name: string) {
  const shape = dimensions(images, 3, `${name} images`);
  const [count] = dimensions(labels, 1, `${name} labels`);
  const pixels = shape[1] * shape[2];
  const imageBytes = images.subarray(16);
  const labelBytes = labels.subarray(8);
  if (imageBytes.length !== shape[0] * pixels || labelBytes.length !== count || count !== shape[0]) {
    throw new RangeError(
      `${name}: ${shape[0]} images and ${count} labels do not fit their files; fetch them again`,
    );
  }
  const strange = labelBytes.findIndex((label) => label > 9);
  if (strange >= 0)
    throw new RangeError(`${name} labels: label ${strange + 1} is ${labelBytes[strange]}, not a digit`);
  return { images: imageBytes, labels: labelBytes, pixels };
}

/** The sizes an idx file of bytes declares: 0, 0, 8, the number of dimensions, then each as 32 bits, big end first. */
function dimensions(bytes: Uint8Array, count: number, name: string): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 + 4 * count || view.getUint32(0) !== 0x0800 + count) {
    throw new RangeError(`${name}: is not an idx file of bytes in ${count} dimensions`);
  }
  return Array.from({ length: count }, (_, n) => view.getUint32(4 + 4 * n));
}
