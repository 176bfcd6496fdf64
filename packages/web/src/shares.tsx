import { percent } from "./format.ts";

/** Named shares of a whole, one a line. */
export function Shares(props: {
  readonly shares: readonly { readonly name: string; readonly share: number; readonly colour?: string }[];
}) {
  return (
    <ul class="shares">
      {props.shares.map(({ name, share, colour = "--model" }) => (
        <li key={name}>
          <span class="name" title={name}>
            {name}
          </span>
          <span class="track" aria-hidden="true">
            <span class="bar" style={{ transform: `scaleX(${share})`, background: `var(${colour})` }} />
          </span>
          <span class="number">{percent(share)}</span>
        </li>
      ))}
    </ul>
  );
}
