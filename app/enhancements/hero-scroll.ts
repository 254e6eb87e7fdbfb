import { onClick } from './on-click.ts';

const HASH = '#hero';

/** Scrolls smoothly to the hero when the address asks for it; a link to the hero of this very page does so too. */
export function startHeroScroll(): void {
  scrollIfAsked();
  window.addEventListener('hashchange', scrollIfAsked);
  onClick<HTMLAnchorElement>(`a[href$="${HASH}"]`, (link, event) => {
    if (link.pathname !== window.location.pathname || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    // The browser would jump there, and not at all when it is there by address already.
    event.preventDefault();
    if (window.location.hash !== HASH) window.history.pushState(window.history.state, '', HASH);
    scrollIfAsked();
  });
}

function scrollIfAsked(): void {
  if (window.location.hash !== HASH) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  setTimeout(() => {
    document.getElementById('hero')?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
  }, 0);
}
