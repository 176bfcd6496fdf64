import { ConnectionError, refusal, ServiceError } from "./errors.ts";
import { type Fetch, type FetchAnswer, pause, type Signal, timeLimit } from "./platform.ts";

declare const fetch: Fetch;

export interface ClientOptions {
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string;
  /** Milliseconds that one attempt may take. */
  readonly timeout?: number;
  /** How often a call that may be repeated is tried again. */
  readonly retries?: number;
}

export interface CallOptions {
  /** Gives the call up when it is aborted. */
  readonly signal?: Signal;
  /** Milliseconds that one attempt may take, for this call. */
  readonly timeout?: number;
}

export interface Call {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Below /v1, escaped. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  /** Of the body; JSON unless said otherwise. */
  readonly type?: string;
  /** Whether doing it twice is doing it once. */
  readonly repeatable: boolean;
}

/** What a busy service, or a proxy whose service is starting, answers; all other refusals are final. */
const PASSING = [429, 502, 503, 504];
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** One service, its address and its token: makes calls, and makes them again where that does no harm. */
export class Caller {
  private readonly address: string;
  private readonly timeout: number;
  private readonly retries: number;
  private readonly authorization: { readonly [name: string]: string };

  constructor(address: string, options: ClientOptions) {
    this.address = `${address.replace(/\/+$/, "")}/v1`;
    this.timeout = options.timeout ?? 30_000;
    this.retries = options.retries ?? 4;
    this.authorization = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  }

  /** The answer's JSON; undefined where it has none. */
  json<Answer>(call: Call, options?: CallOptions): Promise<Answer> {
    return this.repeat(call, options, async (answer) => {
      const text = await answer.text();
      return text === "" ? undefined : JSON.parse(text);
    });
  }

  bytes(call: Call, options?: CallOptions): Promise<Uint8Array> {
    return this.repeat(call, options, async (answer) => new Uint8Array(await answer.arrayBuffer()));
  }

  /** The answer while it is still coming: only its beginning has to be in time, and the signal no longer ends it. */
  open(call: Call, options?: CallOptions): Promise<FetchAnswer> {
    return this.repeat(call, options, async (answer) => answer);
  }

  private async repeat<Result>(
    call: Call,
    options: CallOptions = {},
    take: (answer: FetchAnswer) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(call, options, take);
      } catch (error) {
        const over = options.signal?.aborted || !call.repeatable || attempt >= this.retries;
        if (over || !isPassing(error)) throw error;
        await pause(backoff(attempt, error), options.signal);
      }
    }
  }

  private async attempt<Result>(
    { method, path, body, type = "application/json" }: Call,
    options: CallOptions,
    take: (answer: FetchAnswer) => Promise<Result>,
  ): Promise<Result> {
    const where = `${method} ${this.address}${path}`;
    const milliseconds = options.timeout ?? this.timeout;
    const late = () => new ConnectionError(`${where}: no answer within ${milliseconds} ms`);
    const limit = timeLimit(milliseconds, late, options.signal);
    const content = body === undefined ? {} : { "content-type": type };
    try {
      const answer = await fetch(`${this.address}${path}`, {
        method,
        headers: { ...this.authorization, ...content },
        ...(body === undefined ? {} : { body }),
        signal: limit.signal,
      });
      if (answer.ok) return await take(answer);
      throw await refusal(answer);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (limit.signal.aborted) throw limit.signal.reason;
      throw new ConnectionError(`${where}: ${reasonOf(error)}`, { cause: error });
    } finally {
      limit.callOff();
    }
  }
}

export function isPassing(error: unknown): boolean {
  return (
    error instanceof ConnectionError || (error instanceof ServiceError && PASSING.includes(error.status))
  );
}

/** Twice as long every time, and anything up to that, so that many clients do not come back at once. */
export function backoff(attempt: number, error?: unknown): number {
  const asked = error instanceof ServiceError ? (error.retryAfter ?? 0) : 0;
  return Math.max(asked, Math.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt));
}

/** Node says "fetch failed" and keeps the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
