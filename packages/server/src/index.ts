/*
 * The service behind `scinol serve`.
 */

export * from "./store/errors.ts";
export { isName, NAME_BYTES } from "./store/places.ts";
export { type ModelLog, openStore, type Store, type StoredModel, type StoreOptions } from "./store/store.ts";
