/*
 * The little of fetch that the client uses. Node, browsers and edge workers all have it; the library is compiled without the
 * types of any of them.
 */

/** An AbortSignal. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface FetchAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): Reader } | null;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface Reader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<unknown>;
}

/** `fetch`, as far as it is called. */
export type Fetch = (
  address: string,
  request: {
    readonly method: string;
    readonly headers: { readonly [name: string]: string };
    readonly body?: string | Uint8Array;
    readonly signal: Signal;
  },
) => Promise<FetchAnswer>;

declare const AbortController: new () => { readonly signal: Signal; abort(reason: unknown): void };
declare const setTimeout: (call: () => void, milliseconds: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

/** Resolves after so long; rejects with the signal's reason as soon as that is aborted. */
export function pause(milliseconds: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** A signal that is aborted with `outer`, or with `reason` when the time is over, unless it is called off. */
export function timeLimit(
  milliseconds: number,
  reason: () => Error,
  outer: Signal | undefined,
): { readonly signal: Signal; callOff(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(reason()), milliseconds);
  if (outer?.aborted) stop();
  else outer?.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    callOff() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}
