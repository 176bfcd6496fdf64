export { digestDense, digestSparse, playDense, playSparse } from "./one-cell";
export { digestMany, playMany } from "./many-cells";
export { freshInBatch, learnLogistic } from "./batch";
export { learnSparse, learnTable } from "./rows";
export { see } from "./views";
