import { useId, useState } from "preact/hooks";
import type { ModelSettings } from "scinol/client";
import { Form, NAME } from "./form.tsx";
import { addressOf } from "./route.ts";
import { useSession } from "./service.ts";

/** The form that makes a model. It asks for what has no default, and for the classes, which are better known before. */
export function CreateModel({ first }: { first: boolean }) {
  const { service } = useSession();
  const [task, setTask] = useState<ModelSettings["task"]>("classification");
  const id = useId();

  const create = async (fields: FormData) => {
    const name = String(fields.get("name"));
    const classes = String(fields.get("classes") ?? "")
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== "");
    await service.model(name).create({ task, ...(classes.length > 0 ? { classes } : {}) });
    location.hash = addressOf(name);
  };

  return (
    <details class="panel" open={first}>
      <summary>
        <h2>Create a model</h2>
      </summary>
      <Form class="stack" onSubmit={create}>
        <div class="field">
          <label for={`${id}name`}>Name</label>
          <input
            id={`${id}name`}
            name="name"
            required
            pattern={NAME}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            aria-describedby={`${id}hint`}
          />
          <p class="soft note" id={`${id}hint`}>
            Small letters, digits, dots and dashes.
          </p>
        </div>
        <fieldset>
          <legend>What it tells</legend>
          {(["classification", "regression"] as const).map((value) => (
            <label class="choice" key={value}>
              <input type="radio" name="task" checked={task === value} onChange={() => setTask(value)} />
              {value === "classification" ? "A class" : "A number"}
            </label>
          ))}
        </fieldset>
        <div class="field">
          <label for={`${id}classes`}>Classes</label>
          <input
            id={`${id}classes`}
            name="classes"
            autocomplete="off"
            disabled={task === "regression"}
            placeholder="ignored, clicked"
            aria-describedby={`${id}more`}
          />
          <p class="soft note" id={`${id}more`}>
            Separated by commas. May be left open: then classes are met as they come.
          </p>
        </div>
        <div class="actions">
          <button class="primary" type="submit">
            Create
          </button>
        </div>
      </Form>
    </details>
  );
}
