export { csvAt, csvLine, csvRows, scanCsv } from "./csv";
export { scanSvmlight, svmAt, svmCount, svmLine, svmRows } from "./svmlight";
