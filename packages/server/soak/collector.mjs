// Loaded into a process with --expose-gc --import: collects garbage when asked to, and tells what is left.
process.on("message", () => {
  globalThis.gc();
  process.send(process.memoryUsage());
});
process.channel.unref();
