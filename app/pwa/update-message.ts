/** Said by a page to a new service worker that waits: people want the new version now. */
export const SKIP_WAITING = 'skip-waiting';
