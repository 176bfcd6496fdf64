// Puts each door of the library into one file, bundle/: a program that imports it reads one file instead of a hundred,
// which takes a tenth of the time. What goes in is what the compiler put into dist/.
import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const room = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${room}package.json`, "utf8"));
const doors = Object.values(exports).flatMap(({ types: _, ...conditions }) => Object.values(conditions));
const input = Object.fromEntries(
  doors.map((door) => {
    const name = door.replace(/^\.\/bundle\/(.*)\.js$/, "$1");
    return [name, `${room}dist/${name}.js`];
  }),
);

const bundle = await rolldown({ input, external: /\.wasm(\?module)?$/, logLevel: "warn" });
await bundle.write({
  dir: `${room}bundle`,
  format: "es",
  minify: true,
  cleanDir: true,
  chunkFileNames: "[name].js",
});
await bundle.close();
cpSync(`${room}dist/kernel/kernels.wasm`, `${room}bundle/kernel/kernels.wasm`);
cpSync(`${room}dist/engine/core.wasm`, `${room}bundle/engine/core.wasm`);
cpSync(`${room}dist/paper/rules.wasm`, `${room}bundle/paper/rules.wasm`);
