/** A bound on what runs at the same time, of all work that names it. */
export interface Lane {
  readonly name: string;
  readonly most: number;
}

interface Waiting {
  readonly key: string;
  readonly lanes: readonly Lane[];
  readonly work: () => Promise<void>;
}

/**
 * Work with several bounds at once. What waits for a full lane holds up nobody in another one, and where little runs in its
 * widest lane it goes before others: slow receivers of some clients hold up their own.
 */
export class Lanes {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: Waiting[] = [];
  readonly #keys = new Set<string>();
  readonly #running = new Map<string, number>();
  #runs = 0;
  #onIdle: (() => void)[] = [];

  /**
   * @param most        of all lanes together
   * @param mostWaiting of those with the same first lane; more is refused and may be offered again later
   */
  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Takes work, and does it once all its lanes have room. What is taken already, by its key, is not taken twice.
   * @param lanes at least one, the narrowest first
   * @param work  must not reject
   */
  offer(key: string, lanes: readonly Lane[], work: () => Promise<void>): void {
    if (this.#keys.has(key)) return;
    const narrowest = lanes[0]?.name;
    const ahead = this.#waiting.filter((each) => each.lanes[0]?.name === narrowest).length;
    if (ahead >= this.#mostWaiting) return;
    this.#keys.add(key);
    this.#waiting.push({ key, lanes, work });
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
      for (const [at, { lanes }] of this.#waiting.entries()) {
        if (!lanes.every(({ name, most }) => this.#runningIn(name) < most)) continue;
        const beside = this.#runningIn(lanes.at(-1)!.name);
        if (!next || beside < next.beside) next = { at, beside };
        if (beside === 0) break;
      }
      if (!next) return;
      this.#run(this.#waiting.splice(next.at, 1)[0]!);
    }
  }

  #runningIn(lane: string): number {
    return this.#running.get(lane) ?? 0;
  }

  #run({ key, lanes, work }: Waiting): void {
    this.#count(lanes, 1);
    void work().finally(() => {
      this.#count(lanes, -1);
      this.#keys.delete(key);
      this.#startWhatCan();
      if (this.#runs === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
    });
  }

  #count(lanes: readonly Lane[], change: 1 | -1): void {
    this.#runs += change;
    for (const { name } of lanes) {
      const running = this.#runningIn(name) + change;
      if (running === 0) this.#running.delete(name);
      else this.#running.set(name, running);
    }
  }
}
