const MOST = 100_000;

/**
 * Ids of predictions that expired lately, so that a label that comes after all can be told why it is too late. In memory only:
 * what has expired is to be forgotten, and after a restart such an id is simply not known.
 */
export class ExpiredIds {
  private readonly ids = new Set<string>();

  add(id: string): void {
    this.ids.add(id);
    if (this.ids.size <= MOST) return;
    for (const oldest of this.ids) {
      this.ids.delete(oldest);
      return;
    }
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  forget(id: string): void {
    this.ids.delete(id);
  }
}
