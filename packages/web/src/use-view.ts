import { useCallback, useEffect, useState } from "preact/hooks";
import { ConnectionError, type ModelClient, ServiceError } from "scinol/client";
import { useSession } from "./service.ts";
import { type Change, refresh, type View, watch } from "./watch.ts";

export interface Watched {
  readonly view: View | undefined;
  /** False while the connection is lost. */
  readonly connected: boolean;
  /** Why there is nothing to show. */
  readonly failure: string | undefined;
  /** Asks again at once: after something was done here that changes the model. */
  refresh(): Promise<void>;
}

const AGAIN_AFTER = 2000;

/** A model, watched for as long as its page is open, across lost connections. */
export function useView(model: ModelClient): Watched {
  const { refused } = useSession();
  const [view, setView] = useState<View>();
  const [connected, setConnected] = useState(true);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const change: Change = (next) => {
      setConnected(true);
      setView(next);
    };
    const keepWatching = async () => {
      while (!signal.aborted) {
        try {
          await watch(model, signal, change);
        } catch (error) {
          if (signal.aborted || refused(error)) return;
          setConnected(false);
          if (!mayPass(error)) return setFailure((error as Error).message);
          await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
        }
      }
    };
    setView(undefined);
    setFailure(undefined);
    keepWatching();
    return () => leaving.abort();
  }, [model, refused]);

  const refreshView = useCallback(() => refresh(model, setView), [model]);

  return { view, connected, failure, refresh: refreshView };
}

/** The service is away, or has come back and is still reading its journal. */
function mayPass(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ServiceError && error.status >= 500);
}
