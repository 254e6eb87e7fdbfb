/**
 * What several promises come to, in the order in which they do. Those that have settled when it is first asked come in
 * their own order.
 * @param promises must not reject
 */
export class EndedInOrder<T> {
  private readonly ended: T[] = [];
  private left: number;
  private wake = () => {};

  constructor(promises: readonly Promise<T>[]) {
    this.left = promises.length;
    for (const promise of promises)
      void promise.then((value) => {
        this.ended.push(value);
        this.left -= 1;
        this.wake();
      });
  }

  /** The next one for which `isWanted` holds, or undefined when there will be none. One call at a time. */
  async next(isWanted: (value: T) => boolean): Promise<T | undefined> {
    for (;;) {
      for (let value = this.ended.shift(); value !== undefined; value = this.ended.shift())
        if (isWanted(value)) return value;
      if (this.left === 0) return undefined;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
