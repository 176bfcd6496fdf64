export { lookAt, metInfinite, spreadDoubles } from "./doubles";
export { gather } from "./gather";
export { numberRows } from "./lines";
export { need } from "./need";
export { spreadPlaces } from "./places";
export { readMore } from "./read";
export { allBinary, allWhole, survey } from "./survey";
export { readNumbers } from "./thrift";
