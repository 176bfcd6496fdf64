/*
 * The service behind `scinol serve`.
 */

export {};
