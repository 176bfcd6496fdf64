import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import { type Answer, events, startForAll } from "./service.ts";

const service = await startForAll();
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** Which answers have been seen to be as the description says. */
const seen = new Set<string>();
const { paths } = (await service.get("//openapi.json")).json;

function expectDescribed(method: string, path: string, { status, headers, json, text }: Answer): void {
  const { responses } = paths[path][method.toLowerCase()];
  const told = responses[status] ?? responses.default;
  const key = `${method} ${path} ${responses[status] === undefined ? "default" : status}`;
  seen.add(key);
  if (told.content === undefined) return expect(text, key).toBe("");
  const [[type, { schema }]] = Object.entries<{ schema: object }>(told.content);
  expect(headers.get("content-type"), `${key}: ${text.slice(0, 200)}`).toContain(type);
  if (json === undefined) return;
  const validate: ValidateFunction = ajv.compile(schema);
  expect(validate(json) ? [] : validate.errors, `${key}: ${text.slice(0, 500)}`).toEqual([]);
}

it("every route answers as the description says, well and not so well", async () => {
  const call = async (method: string, path: string, body?: unknown, query = "") => {
    const address = path.replace("{name}", "m").replace("{challenger}", "c").replace(/^\/v1/, "") + query;
    const answer = await service.call(method, path.startsWith("/v1") ? address : `/${path}`, { body });
    expectDescribed(method, path, answer);
    return answer;
  };
  const model = "/v1/models/{name}";
  const challenger = `${model}/challengers/{challenger}`;
  const octets = { "content-type": "application/octet-stream" };

  await call("GET", model);
  for (const _ of [1, 2]) await call("PUT", model, { task: "classification", options: { memory: "all" } });
  await call("PUT", model, {});
  await call("POST", `${model}/learn`, events(20));
  await call("POST", `${model}/learn`, 5);
  await call("POST", `${model}/predict`, { x: { a: 1 }, id: "one", explain: 2 });
  await call("POST", `${model}/predict`, [{ x: { a: 1 } }, { x: {} }]);
  await call("POST", `${model}/predict`, {});
  await call("POST", `${model}/label`, [
    { id: "one", y: "yes" },
    { id: "two", y: "yes" },
  ]);
  await call("POST", `${model}/label`, {});
  for (const _ of [1, 2]) await call("PUT", challenger, { options: { rule: "adam" } });
  await call("PUT", challenger, { options: 5 });
  await call("POST", `${model}/learn`, events(20));
  for (const path of ["", "/curve", "/predictions", "/export", "/snapshots"]) await call("GET", model + path);
  await call("POST", `${challenger}/promote`);
  await call("POST", `${challenger}/promote`);
  await call("PUT", challenger, {});
  await call("DELETE", challenger);
  await call("DELETE", challenger);
  const { snapshots } = (await call("GET", `${model}/snapshots`)).json;
  await call("POST", `${model}/rollback`, { snapshot: snapshots[0].id });
  await call("POST", `${model}/rollback`, { snapshot: "none" });
  await call("DELETE", `${model}/events`, undefined, "?key=one");
  await call("DELETE", `${model}/events`);
  await call("GET", "/v1/models");
  await call("GET", `${model}/journal`);
  for (const path of ["/healthz", "/readyz", "/metrics"]) await call("GET", path);
  const raw = await service.model("m");
  expectDescribed(
    "PUT",
    `${model}/import`,
    await service.call("PUT", "/models/m/import", { raw, headers: octets }),
  );
  expectDescribed(
    "PUT",
    `${model}/import`,
    await service.call("PUT", "/models/n/import", { raw, headers: octets }),
  );
  expectDescribed(
    "PUT",
    `${model}/import`,
    await service.call("PUT", "/models/n/import", { raw: "x", headers: octets }),
  );
  await call("DELETE", model);
  await call("DELETE", model);
  for (const path of ["/curve", "/predictions", "/journal", "/export", "/snapshots", "/events"])
    await call("GET", model + path);

  const all = Object.entries<{ [method: string]: { responses: object } }>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => `${method.toUpperCase()} ${path} ${status}`),
    ),
  );
  // A stream of events does not end by itself, and these three cannot go wrong without tokens.
  const others = [
    "GET /v1/models/{name}/events 200",
    "GET /v1/models default",
    "GET /healthz default",
    "GET /readyz default",
    "GET /metrics default",
  ];
  expect(all.filter((one) => !seen.has(one)).sort()).toEqual(others.sort());
});
