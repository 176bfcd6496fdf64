import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { ended, folder, scinol, start, write } from "./scinol.ts";

/** Starts the real command, and waits until it says where it listens. */
async function serving(
  args: readonly string[],
  cwd: string,
): Promise<{ child: ChildProcess; address: string }> {
  const child = start(["serve", "--port", "0", ...args], cwd);
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stderr! })) {
    const address = /listening on (http:\/\/[^" ]+)/.exec(line)?.[1];
    if (address !== undefined) return { child, address };
  }
  throw new Error("it ended before it listened");
}

const json = { "content-type": "application/json" };

describe("scinol serve", () => {
  it("starts with nothing configured, and ends with 0 when it is asked to, keeping what it learned", async () => {
    const cwd = folder();
    const bytes: string[] = [];
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const { child, address } = await serving([], cwd);
      const end = ended(child);
      await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
      const put = await fetch(`${address}/v1/models/m`, {
        method: "PUT",
        headers: json,
        body: '{"task":"regression"}',
      });
      expect(put.status).toBe(bytes.length === 0 ? 201 : 200);
      if (bytes.length === 0) {
        const body = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ x: { a: n }, y: 2 * n })));
        expect(
          (await fetch(`${address}/v1/models/m/learn`, { method: "POST", headers: json, body })).status,
        ).toBe(200);
      }
      const file = await fetch(`${address}/v1/models/m/export`);
      bytes.push(Buffer.from(await file.arrayBuffer()).toString("base64"));
      child.kill(signal);
      expect(await end).toMatchObject({ code: 0, stdout: "" });
    }
    expect(bytes[1]).toBe(bytes[0]);
  });

  it("finishes the requests under way when it is asked to end", async () => {
    const { child, address } = await serving([], folder());
    const end = ended(child);
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
    await fetch(`${address}/v1/models/m`, { method: "PUT", headers: json, body: '{"task":"regression"}' });
    const body = JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ x: { a: n, b: n % 7 }, y: n })));
    const learning = fetch(`${address}/v1/models/m/learn`, { method: "POST", headers: json, body });
    // It is on its way when a later, small request has been answered.
    await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGTERM");
    expect(await (await learning).json()).toMatchObject({ learned: 5000 });
    expect((await end).code).toBe(0);
  });

  it("logs lines of JSON where nobody is at a terminal", async () => {
    const { child } = await serving(["--json"], folder());
    const end = ended(child);
    child.kill("SIGTERM");
    const { stderr } = await end;
    for (const line of stderr.trim().split("\n"))
      expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) });
  });

  it("tells every mistake in one line, and exits with 2", async () => {
    const cwd = folder();
    write(cwd, { "tokens.txt": "write some-token-0123456789\n", file: "" });
    const { child, address } = await serving(["--data", "taken"], cwd);
    const end = ended(child);
    const { port } = new URL(address);
    const mistakes: [args: string[], message: RegExp][] = [
      [
        ["--port", port],
        new RegExp(`^127\\.0\\.0\\.1:${port}: the port is in use; choose another with --port\n$`),
      ],
      [
        ["--port", "0", "--data", "taken"],
        /^taken: another scinol process is using this directory; choose another with --data\n$/,
      ],
      [
        ["--host", "0.0.0.0"],
        /^to be reached from elsewhere \(host 0\.0\.0\.0\) the service needs tokens; give --token-file\n$/,
      ],
      [
        ["--port", "0", "--token-file", "tokens.txt"],
        /^tokens\.txt:1: expected a scope \(read, learn, admin\) and a token\n$/,
      ],
      [
        ["--port", "0", "--token-file", "nobody.txt"],
        /^nobody\.txt: no such file; --token-file names a file\n$/,
      ],
      [
        ["--port", "0", "--cors", "*"],
        /argument '\*' is invalid\. expected an origin, like https:\/\/example\.org\n$/,
      ],
      [["--port", "0", "--data", "file"], /^file: is a file; name a folder with --data\n$/],
      [
        ["--port", "0", "--data", "/proc/scinol"],
        /^\/proc\/scinol: cannot be made or written to \(ENOENT\); choose another with --data\n$/,
      ],
      [["--port", "99999"], /expected a whole number from 0 to 65535/],
      [["--prot", "1"], /unknown option '--prot'; did you mean --port\?\n$/],
    ];
    for (const [args, message] of mistakes) {
      const { code, stderr } = await scinol(["serve", ...args], cwd);
      expect(stderr, args.join(" ")).toMatch(message);
      expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
      expect(code, stderr).toBe(2);
    }
    child.kill("SIGTERM");
    await end;
  });

  it("shows its help with examples", async () => {
    const { stdout, code } = await scinol(["serve", "--help"], folder());
    expect(code).toBe(0);
    expect(stdout).toContain("Examples:\n  scinol serve\n");
  });
});
