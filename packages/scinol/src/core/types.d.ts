/*
 * The core's numbers by the names that AssemblyScript gives them. In JavaScript they are all numbers; the names say what
 * WebAssembly computes with. Global, because the core's files are compiled as they are.
 */

/** An address, or a number of bytes. */
type usize = number;
type i32 = number;
type u32 = number;
type f64 = number;
type bool = boolean;
