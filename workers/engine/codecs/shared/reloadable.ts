import { asBreakdown } from '../codec-breakdown.ts';

/** Something loaded at first use and kept. A load that fails is forgotten, so the next call tries again. */
export class Reloadable<T> {
  private readonly load: () => Promise<T>;
  private loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.load = load;
  }

  /** The loaded value. Callers that arrive during a load share it. @throws CodecBreakdownError when it cannot be loaded */
  get(): Promise<T> {
    if (this.loading) return this.loading;
    const loading = this.load().catch((cause: unknown) => {
      throw asBreakdown('A codec could not be loaded.', cause);
    });
    this.loading = loading;
    loading.catch(() => this.forget(loading));
    return loading;
  }

  /** What is loaded or under way; undefined where nothing is. */
  get loaded(): Promise<T> | undefined {
    return this.loading;
  }

  /** Makes the next call load again: the memory of an instance that trapped cannot be trusted. */
  forget(loading: Promise<T> | undefined = this.loading): void {
    if (this.loading === loading) this.loading = undefined;
  }
}
