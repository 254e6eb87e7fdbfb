/** Requests under way at once: the next upload overlaps with the compression before it. */
export const MAX_IN_FLIGHT = 2;

/** Starts tasks in order, at most {@link MAX_IN_FLIGHT} at once, until `signal` fires. Tasks handle their own errors. */
export async function runInOrder(
  tasks: readonly (() => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < tasks.length && !signal.aborted) await tasks[next++]?.();
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, lane));
}
