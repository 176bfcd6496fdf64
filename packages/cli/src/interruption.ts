/** Ctrl-C and its kin, asked to wait until what is being written is whole. A second one does not wait. */
export class Interruption {
  signal: NodeJS.Signals | undefined;
  /** Settles when the process is asked to end. */
  readonly asked: Promise<"interrupted">;
  private readonly remove: () => void;

  constructor() {
    let settle: (value: "interrupted") => void;
    this.asked = new Promise((resolve) => {
      settle = resolve;
    });
    const listen = (signal: NodeJS.Signals) => {
      if (this.signal !== undefined) process.exit(codeOf(signal));
      this.signal = signal;
      settle("interrupted");
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
