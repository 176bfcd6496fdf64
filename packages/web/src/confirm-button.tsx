import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";

interface Props {
  /** What the button says. */
  readonly action: string;
  /** What it says to those who hear it without seeing the row it is in. */
  readonly label: string;
  readonly question: string;
  readonly children: ComponentChildren;
  readonly onConfirm: () => Promise<void>;
}

/** A button that asks once more, says what went wrong, and gives the focus back. */
export function ConfirmButton(props: Props) {
  // What was clicked is what is asked and done, even if live data have given the row to something else since.
  const [asked, setAsked] = useState(props);
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const id = useId();

  const confirm = async () => {
    setBusy(true);
    try {
      await asked.onConfirm();
      dialog.current?.close();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <button
        type="button"
        aria-label={props.label}
        onClick={() => {
          setAsked(props);
          setFailure(undefined);
          dialog.current!.showModal();
        }}
      >
        {props.action}
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <h2 id={id}>{asked.question}</h2>
        <p>{asked.children}</p>
        <p class="failure" role="alert">
          {failure}
        </p>
        <div class="actions end">
          <button type="button" onClick={() => dialog.current!.close()}>
            Cancel
          </button>
          <button type="button" class="primary" disabled={busy} onClick={confirm}>
            {props.action}
          </button>
        </div>
      </dialog>
    </>
  );
}
