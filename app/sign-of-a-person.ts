/** A person chooses a file, or moves on a page, only with one of these. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'dragenter'] as const;

let wasSeen = false;

/** Calls `begin` with the first sign of a person on this page, at once where there was one. @returns what stops waiting for it */
export function onSignOfAPerson(begin: () => void): () => void {
  const stop = new AbortController();
  const once = () => {
    wasSeen = true;
    stop.abort();
    begin();
  };
  if (wasSeen) begin();
  else for (const sign of SIGNS) window.addEventListener(sign, once, { signal: stop.signal, passive: true });
  return () => stop.abort();
}
