import { addAbortSignal, type Readable } from 'node:stream';

/**
 * Yields the chunks of a source until the signal aborts. It throws the signal's reason then, also while it waits for the
 * source. The source is told to stop either way.
 */
export async function* chunksUntilAborted<T>(
  source: AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  let rejectPending: (reason: unknown) => void = () => {};
  const onAbort = () => rejectPending(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  // A promise for each chunk. Racing every chunk against one promise of the abort would keep them all alive with it:
  // an upload of 200 MB then held 200 MB.
  const nextOrAbort = () =>
    new Promise<IteratorResult<T>>((resolve, reject) => {
      rejectPending = reject;
      iterator.next().then(resolve, reject);
    });
  let finished = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await nextOrAbort();
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

/**
 * Ends a body when the signal aborts.
 * @throws the signal's reason where it had aborted while the body was on its way: that body has no reader, and its error
 *   would end the process
 */
export function endWith(signal: AbortSignal | undefined, body: Readable): void {
  if (!signal) return;
  if (signal.aborted) {
    body.on('error', () => {});
    body.destroy();
  }
  signal.throwIfAborted();
  addAbortSignal(signal, body);
}
