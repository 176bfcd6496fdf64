import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach } from "vitest";
import { Tokens } from "../src/http/tokens.ts";
import { type Running, type ServeOptions, serve } from "../src/serve.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: every route answers something else.
  readonly json: any;
}

export interface Sent {
  readonly body?: unknown;
  readonly raw?: BodyInit;
  readonly headers?: { readonly [name: string]: string };
}

/** A real service on a real port, over real files; stopped when the test is over. */
export class TestService {
  readonly data: string;
  private readonly options: Partial<ServeOptions>;
  private running: Running | undefined;

  constructor(options: Partial<ServeOptions> = {}, data = freshDirectory()) {
    this.options = options;
    this.data = data;
  }

  get address(): string {
    return this.running!.address;
  }

  async start(): Promise<this> {
    const log = pino({ level: "silent" });
    this.running = await serve({ data: this.data, port: 0, host: "127.0.0.1", log, ...this.options });
    await this.running.recovered;
    return this;
  }

  async stop(): Promise<void> {
    await this.running?.close();
    this.running = undefined;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** One call, below /v1 unless the path says otherwise. */
  async call(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Answer> {
    const content = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(this.address + (path.startsWith("//") ? path.slice(1) : `/v1${path}`), {
      method,
      headers: { ...content, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw, duplex: "half" }),
    } as RequestInit);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }

  get(path: string, sent?: Sent): Promise<Answer> {
    return this.call("GET", path, sent);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.call("POST", path, { body });
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.call("PUT", path, { body });
  }

  /** The model as a file: two are the same only to the bit. */
  async model(name: string): Promise<Buffer> {
    return (await this.get(`/models/${name}/export`)).bytes;
  }
}

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** A new directory that is removed when the tests of the file are over. */
export function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "scinol-"));
  directories.push(directory);
  return directory;
}

const started: TestService[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
});

/** Starts a service for one test. */
export async function start(options?: Partial<ServeOptions>, data?: string): Promise<TestService> {
  const service = new TestService(options, data);
  started.push(service);
  return service.start();
}

/** Starts a service for all tests of a file. */
export async function startForAll(options?: Partial<ServeOptions>): Promise<TestService> {
  const service = await new TestService(options).start();
  afterAll(() => service.stop());
  return service;
}

export const tokens = (text: string) => Tokens.parse(text, "tokens.txt");

/** Events that can be learned: whether `a` and the colour make it a yes. */
export function events(count: number, from = 0) {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const a = ((n * 7919) % 1000) / 10;
    const colour = ["red", "green", "blue"][n % 3];
    return { x: { a, b: n % 7, colour }, y: a + (colour === "red" ? 30 : 0) > 60 ? "yes" : "no" };
  });
}
