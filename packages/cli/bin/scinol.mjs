#!/usr/bin/env node
import("../bundle/main.js").catch((error) => {
  const unbuilt = error.code === "ERR_MODULE_NOT_FOUND";
  process.stderr.write(`scinol: ${unbuilt ? "not built yet; npm run build" : error.message}\n`);
  process.exitCode = 1;
});
