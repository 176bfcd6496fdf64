/** What a runtime that forbids compiling makes of an imported .wasm file: a module, compiled. */
declare module "*.wasm" {
  const module: object;
  export default module;
}
declare module "*.wasm?module" {
  const module: object;
  export default module;
}
