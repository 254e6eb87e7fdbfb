/** Whether this page is made ready unseen, see `PRERENDER_RULES`; what it reads of the tab's storage is then not yet its own. */
export function isPrerendering(): boolean {
  return typeof document !== 'undefined' && (document as { prerendering?: boolean }).prerendering === true;
}

/** Calls `begin` now, or when a page that is made ready unseen is opened. Listeners are called in their order. */
export function onceOpened(begin: () => void): void {
  if (isPrerendering()) document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
}
