/** How many places each client holds at the same time, in this process. */
export class ConcurrencyLimiter {
  private readonly held = new Map<string, number>();

  /** Whether a client holds fewer places than it may. */
  hasRoomFor(client: string, most: number): boolean {
    return (this.held.get(client) ?? 0) < most;
  }

  /** Takes a place. @returns how to give it back, to be called once */
  take(client: string): () => void {
    this.held.set(client, (this.held.get(client) ?? 0) + 1);
    return () => {
      const left = (this.held.get(client) ?? 1) - 1;
      if (left > 0) this.held.set(client, left);
      else this.held.delete(client);
    };
  }
}
