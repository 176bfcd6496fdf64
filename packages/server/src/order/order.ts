/** The place of a command in the order. */
export type Token = number;

/**
 * Puts commands into one order. They are checked and not decided yet: what a command does is decided at its place, by those who follow
 * the order, so that the n-th command means the same to each of them.
 */
export interface Order<Command> {
  /** Resolves to the command's place when it is durable there. */
  append(command: Command): Promise<Token>;
  /** Has `apply` called with every command, in order. It resolves when the command, and what was decided, is durable here. */
  follow(apply: (command: Command, token: Token) => Promise<void>): void;
}
