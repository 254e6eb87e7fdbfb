let warmed = false;

/**
 * Fetches what the compress page is made of, before a file that is carried there: its scripts by the page's own list, and
 * its list of results, which it loads late. Not where a person saves data.
 */
export function warmCompress(): void {
  if (warmed || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  warmed = true;
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
