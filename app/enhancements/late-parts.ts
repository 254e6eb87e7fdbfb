/** What only some pages have: the code comes where an element asks for it. */
const PARTS = [
  {
    where: '[data-start-zone]',
    load: async () => [(await import('./start-zone.ts')).startZone],
  },
  {
    where: '[data-comparison]',
    load: async () => (await import('./home-page.ts')).homePageParts,
  },
  {
    where: '[data-reading-place], [data-first-page]',
    load: async () => (await import('./long-page.ts')).longPageParts,
  },
  {
    where: '[data-try-compress]',
    load: async () => (await import('./api-page.ts')).apiPageParts,
  },
] as const;

/**
 * Runs the parts of the open page; a page stands without them when they cannot be loaded. Then `data-listens` on the root
 * element says, to tests for example, that no press is lost any more.
 */
export function startLateParts(): void {
  const asked = PARTS.filter(({ where }) => document.querySelector(where));
  const started = asked.map(({ load }) =>
    load().then(runAll, () => {
      // Offline before the code arrived.
    }),
  );
  void Promise.all(started).then(() => document.documentElement.toggleAttribute('data-listens', true));
}

/** One that fails takes no other with it: where storage is forbidden, say, the menu still opens. */
export function runAll(parts: readonly (() => void)[]): void {
  for (const start of parts) {
    try {
      start();
    } catch (error) {
      reportError(error);
    }
  }
}
