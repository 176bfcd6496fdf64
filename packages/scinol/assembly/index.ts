export { firstWrong, learnDense } from "./batch";
export { dropZeros, extentOfRows, firstWrongRow, zerosInRows } from "./compressed";
export { freshInBatch } from "./fresh";
export { digestMany, playMany } from "./many-cells";
export { digestDense, digestSparse, playDense, playSparse } from "./one-cell";
export { learnSoftmax } from "./softmax-batch";
export { learnSparse } from "./sparse-batch";
export { scoreDense } from "./scores";
export { see } from "./views";
