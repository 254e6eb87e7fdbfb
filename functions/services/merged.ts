/** What several sources yield, as it comes. Ends when all have ended, or with the first that throws. */
export async function* merged<T>(
  sources: readonly AsyncGenerator<T, void, void>[],
): AsyncGenerator<T, void, void> {
  const step = async (source: AsyncGenerator<T, void, void>) => ({ source, result: await source.next() });
  const waiting = new Map(sources.map((source) => [source, step(source)]));
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values());
      if (result.done) {
        waiting.delete(source);
      } else {
        waiting.set(source, step(source));
        yield result.value;
      }
    }
  } finally {
    for (const [source, next] of waiting) {
      next.catch(() => {});
      void source.return();
    }
  }
}
