/**
 * The same chunks, until the signal aborts: then it throws the signal's reason at once, also while the source keeps
 * it waiting. The source is told to stop either way.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    stopListening = () => signal?.removeEventListener('abort', onAbort);
  });
  // Without a race under way nobody listens to this promise; that is no unhandled rejection.
  aborted.catch(() => {});
  let finished = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) break;
      yield next.value;
    }
    finished = true;
  } finally {
    stopListening();
    // Not awaited: a source that is stuck answers only when its pending chunk comes.
    if (!finished) iterator.return?.().catch(() => {});
  }
}
