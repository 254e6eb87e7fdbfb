import { onClick } from './on-click.ts';

/** The menu of narrow screens, which the browser opens: closes by Escape and by a choice. */
export function startMenu(): void {
  onClick('#mobile-menu a', close);
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu()?.open) return;
    close();
    menu()?.querySelector('summary')?.focus();
  });
  // A page that comes back from the browser's memory would show the menu from which it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) close();
  });
}

function menu(): HTMLDetailsElement | null {
  return document.querySelector('details#mobile-menu');
}

function close(): void {
  menu()?.removeAttribute('open');
}
