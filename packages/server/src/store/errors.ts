/** Nothing of what was to be written has been: the disk is full, or fails. Later attempts may succeed. */
export class StorageFull extends Error {
  override name = "StorageFull";
  constructor(reason: string) {
    super(`could not be written, the disk is full or failing: ${reason}`);
  }
}

/** The environment cannot be written any more until the process is started again. */
export class StorageBroken extends Error {
  override name = "StorageBroken";
}

/** Another living process has the directory. */
export class StoreInUse extends Error {
  override name = "StoreInUse";
}

/** What was stored is not what is read. */
export class StoreDamaged extends Error {
  override name = "StoreDamaged";
}

/** The events asked for are older than what retention has kept. */
export class EventsGone extends Error {
  override name = "EventsGone";
}
