/** Results go to standard output, everything else to standard error. */

export function print(text: string): void {
  process.stdout.write(text);
}

/** Text that may be long: waits until it has been taken. */
export async function printed(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
