export { collectDoubles, gatherDoubles, lookAt, metInfinite, spreadDoubles } from "./doubles";
export { numberRows } from "./lines";
export { need } from "./need";
export { readMore } from "./read";
export { readNumbers } from "./thrift";
