/**
 * Waits for work until a signal aborts. The work goes on without its caller then, and its failure is no error.
 * @param signal  [never]
 * @param onAbort what comes back on an abort [throws the signal's reason]
 */
export function untilAborted<T, R = never>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort: () => R = () => {
    throw signal?.reason;
  },
): Promise<T | R> {
  if (!signal) return work;
  return new Promise<T | R>((resolve, reject) => {
    const abort = () => resolve(Promise.resolve().then(onAbort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
