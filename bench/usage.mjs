// Loaded before a program with --import: says on standard error what it has used when it ends.
import { existsSync, readFileSync, writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const tell = () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  // What the system calls the largest size is inherited from the parent; this is the process's own.
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const peak = status.match(/VmHWM:\s*(\d+)/)?.[1] ?? maxRSS;
  writeSync(2, `\nUSAGE ${(userCPUTime + systemCPUTime) / 1e6} ${peak}\n`);
};

// A thread's exit is not the program's.
if (isMainThread) process.on("exit", tell);
