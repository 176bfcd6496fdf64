import type { Order, Token } from "./order.ts";

/** The order of calls, in this process: its one follower commits in this order, and what is committed is in order for good. */
export class LocalOrder<Command> implements Order<Command> {
  #apply: ((command: Command, token: Token) => Promise<void>) | undefined;
  #next: Token = 0;

  async append(command: Command): Promise<Token> {
    const token = this.#next++;
    await this.#apply!(command, token);
    return token;
  }

  follow(apply: (command: Command, token: Token) => Promise<void>): void {
    this.#apply = apply;
  }
}
