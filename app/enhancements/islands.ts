/**
 * Brings the interactive parts of a page to life that is otherwise delivered without React, each when it comes near
 * the screen. Where the whole page is alive (vite dev) there is nothing left to do.
 */
export function startIslands(): void {
  const islands = document.querySelectorAll<HTMLElement>('[data-island]');
  if (islands.length === 0 || '__remixContext' in window) return;
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        wake(target as HTMLElement);
      }
    },
    { rootMargin: '600px' },
  );
  for (const island of islands) watcher.observe(island);
}

function wake(island: HTMLElement): void {
  import('../components/guide/hydrate-demo.tsx').then(
    ({ hydrateDemo }) => hydrateDemo(island, island.dataset['island'] ?? ''),
    () => {
      // Offline before the code arrived: the demonstration stands still and shows its first example.
    },
  );
}
