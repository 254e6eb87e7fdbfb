import type { HeldHolding, Holding } from '#platform/ports/holdings.ts';

/** How long a client whose line broke at the last bytes of a download may ask for them again. */
const FETCHED_KEPT_SECONDS = 60;

/** Whether a fetched result may end early. */
export function isSettled({ ageSeconds }: { readonly ageSeconds: number }): boolean {
  return ageSeconds >= FETCHED_KEPT_SECONDS;
}

export function sumOf(holdings: readonly Pick<Holding, 'bytes'>[]): number {
  return holdings.reduce((total, { bytes }) => total + bytes, 0);
}

/** How long it takes at most until so many bytes of these have ended by themselves; 0 for none. */
export function secondsUntilFree(holdings: readonly HeldHolding[], bytes: number): number {
  const ends = holdings.map((holding) => ({ bytes: holding.bytes, seconds: secondsUntilEnd(holding) }));
  let freed = 0;
  let seconds = 0;
  for (const each of ends.sort((a, b) => a.seconds - b.seconds)) {
    if (freed >= bytes) break;
    freed += each.bytes;
    seconds = each.seconds;
  }
  return seconds;
}

/** A fetched result ends as soon as its room is wanted. */
function secondsUntilEnd({ state, ageSeconds, endsInSeconds }: HeldHolding): number {
  if (state !== 'fetched') return endsInSeconds;
  return Math.min(endsInSeconds, Math.max(0, FETCHED_KEPT_SECONDS - ageSeconds));
}
