import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

/** Results that come close together are told in one call. */
const TOLD_AFTER_MS = 3_000;

let untold = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Counts one result for the public count. */
export function countOnDevice(): void {
  untold++;
  timer ??= setTimeout(tell, TOLD_AFTER_MS);
}

/** A bare number, and only while there is a line: what was compressed without one is never told. */
function tell(): void {
  timer = undefined;
  const files = Math.min(untold, OPERATING_LIMITS.maxFilesPerSelection);
  untold = 0;
  if (!navigator.onLine) return;
  fetch('/api/stats', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ files }),
    keepalive: true,
    credentials: 'omit',
    // Not counted is no harm.
  }).catch(() => undefined);
}
