import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A part of the page with a heading, and one line that says how to read it. */
export function Panel(props: {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class={`panel ${props.class ?? ""}`} aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.note === undefined ? null : <p class="soft note">{props.note}</p>}
      {props.children}
    </section>
  );
}
