import { pause, systemClock, type Clock } from '#platform/clock.ts';

/** Proxies cut connections on which nothing was sent for a minute, some after half of one. */
const BYTE_EVERY_MS = 10_000;
/** At a byte each time enough for any wait, and nothing to the memory. */
const HELD_BYTES = 1_024;

/**
 * A body whose last bytes are held back until something else has happened, and meanwhile go one at a time, so that the
 * connection does not idle.
 * @param until aborts when the rest may go
 */
export async function* heldBack(
  body: AsyncIterable<Uint8Array>,
  until: AbortSignal,
  clock: Clock = systemClock,
): AsyncGenerator<Uint8Array, void, void> {
  let held: Uint8Array = new Uint8Array();
  for await (const chunk of body) {
    const all = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    const keep = Math.min(HELD_BYTES, all.length);
    if (all.length > keep) yield all.subarray(0, all.length - keep);
    held = all.subarray(all.length - keep);
  }
  while (held.length > 1 && !until.aborted) {
    await pause(clock, BYTE_EVERY_MS, until);
    if (until.aborted) break;
    yield held.subarray(0, 1);
    held = held.subarray(1);
  }
  if (held.length > 0) yield held;
}
