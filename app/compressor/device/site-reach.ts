/** Where a network gives no answer at all, ms. */
const PATIENCE_MS = 5_000;

/** Whether the site answers. Browsers call themselves online in any network, also in one that leads nowhere. Nothing is sent. */
export async function isSiteInReach(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // The service worker leaves it alone. Where it is not shown to the public it is answered by a 404.
    const { status } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal });
    return status < 500;
  } catch {
    return false;
  }
}
