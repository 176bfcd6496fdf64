import { signed } from "./format.ts";

/** Named amounts to the left and the right of zero, one a line. Lines are rewritten, not moved, when their order changes. */
export function Bars({
  amounts,
}: {
  amounts: readonly { readonly name: string; readonly amount: number }[];
}) {
  const most = Math.max(...amounts.map(({ amount }) => Math.abs(amount)), Number.MIN_VALUE);
  return (
    <ul class="bars">
      {amounts.map(({ name, amount }, n) => (
        <li key={n}>
          <span class="name" title={name}>
            {name}
          </span>
          <span class="track" aria-hidden="true">
            <span
              class={amount < 0 ? "bar less" : "bar more"}
              style={{ transform: `scaleX(${amount / most})` }}
            />
          </span>
          <span class="number">{signed(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
