export { firstWrong, freshInBatch, learnDense } from "./batch";
export { digestMany, playMany } from "./many-cells";
export { digestDense, digestSparse, playDense, playSparse } from "./one-cell";
export { see } from "./views";
