// On the server: trains a model, serves it beside the page and the library, and takes it back.
// Run it with `node examples/browser/server.js` and open the address that it prints.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { classifier, load } from "scinol";

const types = { html: "text/html", js: "text/javascript" };
const page = new URL(".", import.meta.url);
const library = new URL(".", import.meta.resolve("scinol"));

export function start(port = 0) {
  let model = classifier({ classes: ["ignored", "clicked"] });
  for (let minute = 0; minute < 1000; minute++) {
    model.learn(
      { minute: minute % 60, device: minute % 2 ? "phone" : "desk" },
      minute % 7 ? "ignored" : "clicked",
    );
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/model" && request.method === "PUT") {
      const pieces = [];
      for await (const piece of request) pieces.push(piece);
      model = load(new Uint8Array(Buffer.concat(pieces)));
      response.writeHead(204).end();
    } else if (pathname === "/model") response.end(model.save());
    else serveFile(pathname, response);
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => {
      resolve({
        address: `http://127.0.0.1:${server.address().port}/`,
        model: () => model,
        close: () => server.close(),
      });
    });
  });
}

function serveFile(pathname, response) {
  const inLibrary = pathname.startsWith("/scinol/");
  const file = inLibrary ? pathname.slice("/scinol/".length) : pathname.slice(1) || "index.html";
  try {
    const content = readFileSync(new URL(file, inLibrary ? library : page));
    response.setHeader("content-type", types[file.split(".").pop()]);
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { address } = await start(8080);
  console.log(`open ${address}`);
}
