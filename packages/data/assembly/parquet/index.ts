export { anyInfinite, spreadDoubles } from "./doubles";
export { snappyAt, snappyEnd, snappyLiteral, unsnappy } from "./snappy";
