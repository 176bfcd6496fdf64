import { useCallback, useMemo, useState } from "preact/hooks";
import { ServiceError } from "scinol/client";
import { ModelPage } from "./model-page.tsx";
import { ModelsPage } from "./models-page.tsx";
import { useRoute } from "./route.ts";
import { connect, SessionContext, storedToken, storeToken } from "./service.ts";
import { TokenPrompt } from "./token-prompt.tsx";

export function App() {
  const name = useRoute();
  const [token, setToken] = useState(storedToken);
  const [asking, setAsking] = useState<string>();

  const refused = useCallback((error: unknown) => {
    const who = error instanceof ServiceError && error.status === 401;
    if (who) setAsking(error.message);
    return who;
  }, []);
  const session = useMemo(() => ({ service: connect(token), refused }), [token, refused]);
  const model = useMemo(() => session.service.model(name), [session, name]);

  const page = name === "" ? <ModelsPage /> : <ModelPage key={name} model={model} />;
  return (
    <SessionContext.Provider value={session}>
      <header class="top">
        <a class="mark" href="#/">
          scinol
        </a>
        <nav>
          <a href="docs">API</a>
        </nav>
      </header>
      <main>
        {asking === undefined ? (
          page
        ) : (
          <TokenPrompt
            reason={asking}
            onToken={(token) => {
              storeToken(token);
              setToken(token);
              setAsking(undefined);
            }}
          />
        )}
      </main>
    </SessionContext.Provider>
  );
}
