import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "./service.ts";

/** A form that says why what it asked for was not done; done, it is empty again. */
export function Form(props: {
  readonly class: string;
  readonly onSubmit: (fields: FormData) => Promise<void>;
  readonly children: ComponentChildren;
}) {
  const { refused } = useSession();
  const [failure, setFailure] = useState<string>();
  const submit = async (form: HTMLFormElement) => {
    try {
      await props.onSubmit(new FormData(form));
      form.reset();
      setFailure(undefined);
    } catch (error) {
      if (!refused(error)) setFailure((error as Error).message);
    }
  };
  return (
    <form
      class={props.class}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      {props.children}
      <p class="failure" role="alert">
        {failure}
      </p>
    </form>
  );
}

/** What a model or a challenger may be called. */
export const NAME = "[a-z0-9][a-z0-9._\\-]{0,63}";
