/** Counts what each client does at the same time, in this process. */
export class ConcurrencyLimiter {
  private readonly running = new Map<string, number>();

  /** Whether a client does fewer than `limit` things at the moment. */
  hasCapacity(client: string, limit: number): boolean {
    return (this.running.get(client) ?? 0) < limit;
  }

  /** Counts one more. @returns the release, to be called once */
  acquire(client: string): () => void {
    this.running.set(client, (this.running.get(client) ?? 0) + 1);
    return () => {
      const left = (this.running.get(client) ?? 1) - 1;
      if (left > 0) this.running.set(client, left);
      else this.running.delete(client);
    };
  }
}
