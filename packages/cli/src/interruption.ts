/** Ctrl-C and its kin, asked to wait until what is being written is whole. A second one does not wait. */
export class Interruption {
  signal: NodeJS.Signals | undefined;
  /** Settles when the process is asked to end. */
  readonly asked: Promise<"interrupted">;
  private readonly remove: () => void;
  private wake = () => {};

  constructor() {
    let settle: (value: "interrupted") => void;
    this.asked = new Promise((resolve) => {
      settle = resolve;
    });
    const listen = (signal: NodeJS.Signals) => {
      if (this.signal !== undefined) process.exit(codeOf(signal));
      this.signal = signal;
      settle("interrupted");
      this.wake();
    };
    process.on("SIGINT", listen);
    process.on("SIGTERM", listen);
    this.remove = () => {
      process.off("SIGINT", listen);
      process.off("SIGTERM", listen);
    };
  }

  get code(): number {
    return codeOf(this.signal ?? "SIGINT");
  }

  /**
   * What is waited for, or "interrupted" if that is first; one wait at a time. To race each of a million waits against
   * `asked` would leave a million reactions there, and what was waited for with them.
   */
  or<T>(waiting: Promise<T>): Promise<T | "interrupted"> {
    return new Promise((resolve, reject) => {
      this.wake = () => resolve("interrupted");
      if (this.signal !== undefined) this.wake();
      waiting.then(resolve, reject);
    });
  }

  end(): void {
    this.remove();
  }
}

/** A command that was interrupted, with what there is to say about it. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

function codeOf(signal: NodeJS.Signals): number {
  return signal === "SIGTERM" ? 143 : 130;
}
