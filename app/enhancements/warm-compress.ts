import { PRERENDER_RULES } from '#platform/contracts/prerender-rules.ts';

let warmed = false;

/**
 * Makes the compress page ready before a file is carried there: unseen and whole where the browser can, else by fetching
 * what it is made of. Not where a person saves data.
 */
export function warmCompress(): void {
  if (warmed || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  warmed = true;
  if (canPrerender()) prerender();
  else fetchParts();
}

/** Not every browser that knows the rules makes pages ready by them. */
function canPrerender(): boolean {
  return 'prerendering' in document && HTMLScriptElement.supports?.('speculationrules');
}

function prerender(): void {
  const rules = { type: 'speculationrules', textContent: PRERENDER_RULES };
  document.head.append(Object.assign(document.createElement('script'), rules));
}

/** Scripts by the page's own list, and what it loads late. */
function fetchParts(): void {
  fetch('/compress')
    .then((answer) => answer.text())
    .then((html) => {
      for (const [, href = ''] of html.matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    })
    // Without a line nothing is lost: the page asks again.
    .catch(() => undefined);
  import('../compressor/queue/work.ts').catch(() => undefined);
}
