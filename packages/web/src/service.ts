import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Client, client } from "scinol/client";

const TOKEN = "scinol token";

/** The token that was given in this tab; it is forgotten when the tab is closed. */
export function storedToken(): string | undefined {
  return sessionStorage.getItem(TOKEN) ?? undefined;
}

export function storeToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** The service that these pages came from. */
export function connect(token: string | undefined): Client {
  return client(new URL(".", location.href), token === undefined ? {} : { token });
}

export interface Session {
  readonly service: Client;
  /** To be called with every error: where the service asks who is there, so do we, and the answer is true. */
  refused(error: unknown): boolean;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  return useContext(SessionContext)!;
}
