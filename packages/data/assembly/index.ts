export { csvAt, csvLine, csvRows, scanCsv } from "./csv";
