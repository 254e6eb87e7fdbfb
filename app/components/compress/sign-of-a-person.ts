/** Nobody chooses a file or anything else without one of these. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'dragenter'] as const;

/** Calls `begin` once, with the first sign of a person on the page. @returns what stops waiting for it */
export function onSignOfAPerson(begin: () => void): () => void {
  const stop = new AbortController();
  const once = () => {
    stop.abort();
    begin();
  };
  for (const sign of SIGNS) window.addEventListener(sign, once, { signal: stop.signal, passive: true });
  return () => stop.abort();
}
