interface Caller<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Callers that wait for a thing that only one of them can have, in the order of their calls. */
export class WaitingCallers<T> {
  private readonly callers: Caller<T>[] = [];

  /** Resolves with what the caller is given. @throws the signal's reason, or what `failAll` is called with */
  wait(signal: AbortSignal | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const caller: Caller<T> = {
        resolve(value) {
          signal?.removeEventListener('abort', leave);
          resolve(value);
        },
        reject(error) {
          signal?.removeEventListener('abort', leave);
          reject(error as Error);
        },
      };
      const leave = () => {
        this.callers.splice(this.callers.indexOf(caller), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.callers.push(caller);
    });
  }

  /** @returns whether a caller waited for it */
  give(value: T): boolean {
    const next = this.callers.shift();
    next?.resolve(value);
    return next !== undefined;
  }

  failAll(error: unknown): void {
    for (const caller of this.callers.splice(0)) caller.reject(error);
  }
}
