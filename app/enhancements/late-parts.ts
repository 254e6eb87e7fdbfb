/** What only some pages have: the code comes where an element asks for it. */
const PARTS = [
  {
    where: '[data-start-zone]',
    load: async () => [(await import('./start-zone.ts')).startZone],
  },
  {
    where: '[data-comparison], [data-live-count], [data-tutorial]',
    load: async () => (await import('./home-page.ts')).homePageParts,
  },
  {
    where: '[data-reading-place], [data-reading-progress], [data-island]',
    load: async () => (await import('./long-page.ts')).longPageParts,
  },
  {
    where: '[data-try-compress]',
    load: async () => (await import('./api-page.ts')).apiPageParts,
  },
] as const;

/** Runs the parts of the open page; a page stands without them when they cannot be loaded. */
export function startLateParts(): void {
  for (const { where, load } of PARTS) {
    if (!document.querySelector(where)) continue;
    load().then(runAll, () => {
      // Offline before the code arrived.
    });
  }
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
