/** A bound on what runs at the same time, of all work that names it. */
interface Bound {
  readonly name: string;
  readonly most: number;
}

interface Waiting {
  readonly key: string;
  readonly bounds: readonly Bound[];
  readonly work: () => Promise<void>;
}

/**
 * A queue of work with several bounds at once. Work that waits for a full bound holds up no work within other bounds, and work
 * goes first where little else runs within its widest bound: the slow receivers of a client hold up that client alone.
 */
export class BoundedQueue {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: Waiting[] = [];
  readonly #keys = new Set<string>();
  readonly #running = new Map<string, number>();
  #runs = 0;
  #onIdle: (() => void)[] = [];

  /**
   * @param most        of all bounds together
   * @param mostWaiting with the same first bound; more is refused and may be offered again later
   */
  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Takes work, and does it once all its bounds have room. Work with a key that is taken already is not taken twice.
   * @param bounds at least one, the narrowest first
   * @param work  must not reject
   */
  offer(key: string, bounds: readonly Bound[], work: () => Promise<void>): void {
    if (this.#keys.has(key)) return;
    const narrowest = bounds[0]?.name;
    const ahead = this.#waiting.filter((each) => each.bounds[0]?.name === narrowest).length;
    if (ahead >= this.#mostWaiting) return;
    this.#keys.add(key);
    this.#waiting.push({ key, bounds, work });
    this.#startWhatCan();
  }

  /** Forgets what waits. @returns resolves when nothing runs any more */
  async close(): Promise<void> {
    for (const { key } of this.#waiting.splice(0)) this.#keys.delete(key);
    if (this.#runs > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #startWhatCan(): void {
    while (this.#runs < this.#most) {
      let next: { readonly at: number; readonly beside: number } | undefined;
      for (const [at, { bounds }] of this.#waiting.entries()) {
        if (!bounds.every(({ name, most }) => this.#runningIn(name) < most)) continue;
        const beside = this.#runningIn(bounds.at(-1)!.name);
        if (!next || beside < next.beside) next = { at, beside };
        if (beside === 0) break;
      }
      if (!next) return;
      this.#run(this.#waiting.splice(next.at, 1)[0]!);
    }
  }

  #runningIn(bound: string): number {
    return this.#running.get(bound) ?? 0;
  }

  #run({ key, bounds, work }: Waiting): void {
    this.#count(bounds, 1);
    void work().finally(() => {
      this.#count(bounds, -1);
      this.#keys.delete(key);
      this.#startWhatCan();
      if (this.#runs === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
    });
  }

  #count(bounds: readonly Bound[], change: 1 | -1): void {
    this.#runs += change;
    for (const { name } of bounds) {
      const running = this.#runningIn(name) + change;
      if (running === 0) this.#running.delete(name);
      else this.#running.set(name, running);
    }
  }
}
