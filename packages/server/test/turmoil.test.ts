import { expect, it } from "vitest";
import { openStore } from "../src/store/store.ts";
import { removeSnapshots } from "./log.ts";
import { events, start } from "./service.ts";

/** The same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it("whatever is done to a model at the same time, what it is afterwards is the fold of its journal", async () => {
  const service = await start();
  await service.put("/models/m", {
    task: "classification",
    snapshotEvery: 60,
    ttl: 0.3,
    onExpiry: { label: "no" },
  });
  const draw = random(7);
  const at = (path: string) => `/models/m${path}`;
  let n = 0;
  const acts: (() => Promise<{ status: number; text: string }>)[] = [
    () => service.post(at("/learn"), events(1 + Math.floor(20 * draw()), n++)),
    () =>
      service.post(
        at("/learn"),
        events(5, n++).map((event, i) => ({ ...event, key: `key-${Math.floor(30 * draw())}-${i}` })),
      ),
    () =>
      service.post(
        at("/predict"),
        events(3, n++).map(({ x }, i) => ({ x, id: `id-${n}-${i}` })),
      ),
    () =>
      service.post(
        at("/label"),
        [0, 1, 2, 3].map((i) => ({ id: `id-${n - i}-0`, y: "yes" })),
      ),
    () => service.call("DELETE", at(`/events?key=key-${Math.floor(30 * draw())}-0`)),
    () => service.call("DELETE", at(`/events?key=id-${Math.floor(n * draw())}-0`)),
    () => service.put(at(`/challengers/c${Math.floor(3 * draw())}`), { options: { memory: "all" } }),
    () => service.call("DELETE", at(`/challengers/c${Math.floor(3 * draw())}`)),
    () => service.post(at(`/challengers/c${Math.floor(3 * draw())}/promote`)),
    async () => {
      const { snapshots } = (await service.get(at("/snapshots"))).json;
      const one = snapshots[Math.floor(snapshots.length * draw())];
      return service.post(at("/rollback"), { snapshot: one?.id ?? "0" });
    },
    async () => {
      const raw = await service.model("m");
      return service.call("PUT", at("/import"), {
        raw,
        headers: { "content-type": "application/octet-stream" },
      });
    },
  ];
  const workers = Array.from({ length: 8 }, async () => {
    for (let turn = 0; turn < 60; turn++) {
      // Mostly learning, sometimes the rest.
      const which = draw() < 0.6 ? Math.floor(4 * draw()) : Math.floor(acts.length * draw());
      const { status, text } = await acts[which]();
      expect([200, 201, 204, 404], `${which}: ${text}`).toContain(status);
    }
  });
  await Promise.all(workers);
  await expect
    .poll(async () => (await service.get(at(""))).json.metrics.labels.waiting, { timeout: 5000 })
    .toBe(0);
  const before = await service.model("m");
  const { metrics } = (await service.get(at(""))).json;
  expect(metrics.position).toBeGreaterThan(1000);
  await service.restart();
  expect(await service.model("m")).toEqual(before);
  await service.stop();
  const store = await openStore(service.data);
  await removeSnapshots(store.log(store.models()[0].id), () => true);
  await store.close();
  await service.start();
  expect(await service.model("m")).toEqual(before);
  expect((await service.get(at(""))).json.metrics.total).toEqual(metrics.total);
});
