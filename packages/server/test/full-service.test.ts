import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "./directory.ts";
import { events, start } from "./service.ts";

const mounts = process.platform === "linux" && process.getuid?.() === 0;
if (!mounts) console.warn("a service on a small file system is not tested: only root may mount one");

test.skipIf(!mounts)(
  "on a full disk learning is refused with 507 and changes nothing, predicting goes on, and learning too when there is space",
  { timeout: 60_000 },
  async () => {
    const directory = temporaryDirectory();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", directory]);
    onTestFinished(() => void execFileSync("umount", [directory]));
    const service = await start({}, directory);
    onTestFinished(() => service.stop());
    await service.put("/models/m", { task: "classification" });
    let acknowledged = 0;
    let status = 200;
    for (let n = 0; status === 200 && n < 200; n++) {
      const answer = await service.post("/models/m/learn", events(500, 500 * n));
      status = answer.status;
      if (status === 200) acknowledged += 500;
      else expect(answer.headers.get("content-type")).toContain("application/problem+json");
    }
    expect(status).toBe(507);
    expect(acknowledged).toBeGreaterThan(0);
    const before = await service.model("m");
    expect((await service.post("/models/m/predict", { x: { a: 1 } })).json.position).toBe(acknowledged);
    expect(
      (await service.post("/models/m/predict", { x: { a: 1, big: "x".repeat(9000) }, id: "one" })).status,
    ).toBe(507);
    expect((await service.post("/models/m/learn", events(500))).status).toBe(507);
    expect((await service.get("/models/m")).json.position).toBe(acknowledged);
    expect(await service.model("m")).toEqual(before);
    for (let n = 0; (await service.post("/models/m/learn", events(1, n))).status === 200; n++) acknowledged++;
    const full = await service.model("m");
    expect((await service.call("DELETE", "/models/m")).status).toBe(507);
    expect(await service.model("m")).toEqual(full);
    expect((await service.put("/models/m", { task: "classification" })).status).toBe(200);
    execFileSync("mount", ["-o", "remount,size=32m", directory]);
    await expect
      .poll(async () => (await service.post("/models/m/learn", events(500))).status, {
        timeout: 10_000,
        interval: 200,
      })
      .toBe(200);
    const after = await service.model("m");
    await service.restart();
    expect(await service.model("m")).toEqual(after);
    await service.stop();
  },
);
