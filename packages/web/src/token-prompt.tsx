import { useId } from "preact/hooks";

/** Asks for an API token when the service wants one. */
export function TokenPrompt({ reason, onToken }: { reason: string; onToken: (token: string) => void }) {
  const field = useId();
  return (
    <form
      class="prompt panel"
      onSubmit={(event) => {
        event.preventDefault();
        onToken(String(new FormData(event.currentTarget).get("token")).trim());
      }}
    >
      <h1>This service asks for a token</h1>
      <p class="soft">{reason}</p>
      <label for={field}>API token</label>
      <input
        id={field}
        name="token"
        type="password"
        autocomplete="current-password"
        required
        ref={(input) => input?.focus()}
      />
      <p class="soft note">
        A line of the file that the service was started with. It is kept until this tab is closed.
      </p>
      <button class="primary" type="submit">
        Go on
      </button>
    </form>
  );
}
