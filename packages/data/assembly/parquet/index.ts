export { anyInfinite, collectDoubles, gatherDoubles, spreadDoubles } from "./doubles";
export { numberRows } from "./lines";
export { need } from "./need";
