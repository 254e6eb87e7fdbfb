/**
 * The same chunks, until the signal aborts: then it throws the signal's reason at once, also while the source keeps
 * it waiting. The source is told to stop either way.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  // One rejection a chunk: a race against one long-lived promise would keep every chunk it was ever run with.
  let interrupt: (reason: unknown) => void = () => {};
  const onAbort = () => interrupt(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  let finished = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        interrupt = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) break;
      yield next.value;
    }
    finished = true;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    // Not awaited: a source that is stuck answers only when its pending chunk comes.
    if (!finished) iterator.return?.().catch(() => {});
  }
}
