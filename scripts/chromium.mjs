// Prints where a Chromium is. Where there is none: installs it on CI, as root on a system with apt; elsewhere says in
// one line how to get one, and the tests that need it are skipped.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  process.env.SCINOL_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const find = () => places.find((place) => place && existsSync(place));
const ci = Boolean(process.env.CI) && process.env.CI !== "false";

if (find() === undefined && ci && process.getuid?.() === 0) {
  // Their output goes to stderr: stdout is for the path.
  const run = (...words) => spawnSync("apt-get", words, { stdio: ["ignore", 2, 2] }).status === 0;
  if (run("update")) run("install", "-y", "--no-install-recommends", "chromium");
}

const found = find();
if (found !== undefined) console.log(found);
else {
  console.error(
    "no chromium: apt-get install chromium, or set SCINOL_CHROMIUM to one; its tests are skipped",
  );
  process.exitCode = ci ? 1 : 0;
}
