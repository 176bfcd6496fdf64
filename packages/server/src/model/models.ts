import { ARITHMETIC } from "scinol";
import type { ModelSettings } from "scinol/client";
import type { Limits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { StoreDamaged } from "../store/errors.ts";
import type { Store, StoredModel } from "../store/store.ts";
import { expireDue } from "./expiry.ts";
import { Fold } from "./fold.ts";
import { learnerOf } from "./learner-of.ts";
import { checkFile, isSame, Model } from "./model.ts";
import { replayed } from "./replay.ts";

/** What the store keeps of a model beside its name. */
interface Kept {
  readonly settings: ModelSettings;
  /** What its journal was folded with: no other arithmetic may fold it again. */
  readonly arithmetic: number;
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** How often, in milliseconds, it is looked whether predictions have expired. */
const LOOK = 1000;

/** All the models of a service. */
export class Models {
  private readonly store: Store;
  private readonly limits: Limits;
  private readonly models = new Map<string, Model>();
  /** Names whose model is being made or deleted. */
  private readonly busy = new Map<string, Promise<unknown>>();
  private looking: Promise<void> = Promise.resolve();
  private readonly clock: NodeJS.Timeout;

  constructor(store: Store, limits: Limits) {
    this.store = store;
    this.limits = limits;
    this.clock = setInterval(() => this.expire(), LOOK).unref();
  }

  /** Brings every model back to where it was. */
  async recover(): Promise<void> {
    for (const stored of this.store.models()) await this.open(stored);
  }

  list(): Model[] {
    return [...this.models.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get(name: string): Model {
    const model = this.models.get(name);
    if (model === undefined) throw new Refusal(404, `there is no model ${JSON.stringify(name)}`);
    return model;
  }

  /** Makes a model, unless there is the same; whether it was made. */
  create(name: string, settings: ModelSettings): Promise<boolean> {
    checkName(name);
    return this.alone(name, async () => {
      const present = this.models.get(name);
      if (present !== undefined) {
        const now = { ...present.settings, options: present.fold.options };
        if (isSame(present.settings, settings) || isSame(now, settings)) return false;
        throw new Refusal(
          409,
          `there is a model ${JSON.stringify(name)} with other settings; delete it first`,
        );
      }
      if (this.models.size >= this.limits.models) {
        throw new Refusal(
          409,
          `there are ${this.models.size} models, and no more are taken; delete one first`,
        );
      }
      checkSettings(settings);
      await this.open(
        await this.store.createModel(name, { settings, arithmetic: ARITHMETIC } satisfies Kept),
      );
      return true;
    });
  }

  /** Makes a model of a file, or makes the model what the file holds; whether it was made. */
  async import(name: string, file: Uint8Array): Promise<boolean> {
    checkName(name);
    const learner = checkFile(file, this.models.get(name)?.settings);
    const made = !this.models.has(name) && (await this.create(name, { task: learner.task }));
    await this.get(name).import(file);
    return made;
  }

  delete(name: string): Promise<void> {
    return this.alone(name, async () => {
      const model = this.get(name);
      this.models.delete(name);
      await model.close();
      await this.store.deleteModel(name);
    });
  }

  /** Waits for what is under way, and saves a snapshot of everything. */
  async close(): Promise<void> {
    clearInterval(this.clock);
    await this.looking;
    await Promise.all(this.busy.values());
    for (const model of this.models.values()) {
      await model.close();
      // What cannot be saved is in the journal.
      await model.snapshots.take(model.fold, model.late).catch(() => {});
    }
  }

  private async open(stored: StoredModel): Promise<void> {
    const { settings, arithmetic } = stored.settings as Kept;
    if (arithmetic !== ARITHMETIC) {
      throw new StoreDamaged(
        `model ${stored.name}: learned with arithmetic ${arithmetic}, this version has ${ARITHMETIC}; go on with the version that wrote it`,
      );
    }
    const log = this.store.log(stored.id);
    const fold = log.journal.position === 0 ? new Fold(settings) : await replayed(log, settings);
    this.models.set(stored.name, new Model(stored, settings, log, fold, this.limits));
  }

  /** One after the other for each name. */
  private alone<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
    const done = (this.busy.get(name) ?? Promise.resolve()).then(act);
    const settled = done.then(
      () => {},
      () => {},
    );
    this.busy.set(name, settled);
    settled.then(() => {
      if (this.busy.get(name) === settled) this.busy.delete(name);
    });
    return done;
  }

  private expire(): void {
    this.looking = this.looking.then(async () => {
      // A disk that is full now may have room the next time.
      for (const model of this.list()) await expireDue(model, Date.now()).catch(() => {});
    });
  }
}

function checkName(name: string): void {
  if (!NAME.test(name)) {
    throw new Refusal(
      400,
      "a name has 1 to 64 of a–z, 0–9, '.', '_' and '-', and begins with a letter or digit",
      "name",
    );
  }
}

function checkSettings(settings: ModelSettings): void {
  const { options, onExpiry } = settings;
  let learner: ReturnType<typeof learnerOf>;
  try {
    learner = learnerOf(settings, options);
  } catch (error) {
    const { message } = error as Error;
    throw new Refusal(400, message, /^class(es)? /.test(message) ? "classes" : "options");
  }
  if (typeof onExpiry !== "object") return;
  try {
    learner.check({}, onExpiry.label as never);
  } catch (error) {
    throw new Refusal(400, (error as Error).message, "onExpiry.label");
  }
}
