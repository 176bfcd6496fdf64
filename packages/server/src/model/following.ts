import type { Order, Token } from "../order/order.ts";
import { Refusal } from "../refusal.ts";

/** What follows an order of commands. */
export interface Follower<Command, Decision, Outcome> {
  /** Decides a command, in the commit that makes it durable. Called in the order of the commands. */
  write(command: Command): Promise<Decision>;
  /** Folds what was decided. Called in the same order, each call when the one before is over. */
  fold(decision: Decision): Promise<Outcome>;
}

/**
 * Puts a model's commands in order and follows that order: many are being written at once, and what is durable is folded one after
 * the other. The answer to a command is what folding it comes to.
 */
export class Following<Command, Decision, Outcome> {
  private readonly order: Order<Command>;
  private readonly follower: Follower<Command, Decision, Outcome>;
  /** What folding a command of ours comes to, until the answer is taken. */
  private readonly outcomes = new Map<Token, Promise<Outcome>>();
  /** Resolves when all commands so far are folded or have failed. */
  private tail: Promise<unknown> = Promise.resolve();
  /** While a command has the model to itself no other is taken in. */
  private gate: Promise<unknown> | undefined;
  private closed = false;

  constructor(order: Order<Command>, follower: Follower<Command, Decision, Outcome>) {
    this.order = order;
    this.follower = follower;
    order.follow((command, token) => this.apply(command, token));
  }

  /** `check` makes the command, or throws; the model does not change between the check and the command's place in the order. */
  async submit<Made extends Command>(check: () => Made): Promise<Outcome> {
    while (this.gate !== undefined) await this.gate;
    return this.append(check);
  }

  /** The same for a command that has the model to itself: all before it are folded, and no other is taken in until it is. */
  async submitAlone(check: () => Command | Promise<Command>): Promise<Outcome> {
    while (this.gate !== undefined) await this.gate;
    const done = this.tail.then(async () => {
      const command = await check();
      return this.append(() => command);
    });
    const over = () => {
      this.gate = undefined;
    };
    this.gate = done.then(over, over);
    return done;
  }

  /** Has something done when all commands so far are folded, and before the next is. */
  between(act: () => void): void {
    if (!this.closed) this.tail = this.tail.then(act);
  }

  /** No more commands are taken in; resolves when those that were are folded. */
  async close(): Promise<void> {
    while (this.gate !== undefined) await this.gate;
    this.closed = true;
    await this.tail;
  }

  private async append(check: () => Command): Promise<Outcome> {
    if (this.closed) throw new Refusal(503, "the model is being closed");
    const token = await this.order.append(check());
    const outcome = this.outcomes.get(token)!;
    this.outcomes.delete(token);
    return outcome;
  }

  private apply(command: Command, token: Token): Promise<void> {
    const written = this.follower.write(command);
    const folded = this.tail.then(() => written).then((decision) => this.follower.fold(decision));
    this.tail = folded.catch(() => {});
    this.outcomes.set(token, folded);
    return written.then(
      () => {},
      (error) => {
        this.outcomes.delete(token);
        throw error;
      },
    );
  }
}
