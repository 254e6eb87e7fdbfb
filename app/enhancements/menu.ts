import { onClick } from './on-click.ts';

/** The menu of narrow screens: opens and closes by its button, closes by Escape and by a choice. */
export function startMenu(): void {
  onClick('[aria-controls="mobile-menu"]', (button) => {
    setOpen(button.getAttribute('aria-expanded') !== 'true');
  });
  onClick('#mobile-menu a', () => setOpen(false));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || toggle()?.getAttribute('aria-expanded') !== 'true') return;
    setOpen(false);
    toggle()?.focus();
  });
  // A page that comes back from the browser's memory would show the menu from which it was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) setOpen(false);
  });
}

function setOpen(open: boolean): void {
  toggle()?.setAttribute('aria-expanded', String(open));
  toggle()?.setAttribute('aria-label', open ? 'Close menu' : 'Open menu');
  document.getElementById('mobile-menu')?.toggleAttribute('data-open', open);
}

function toggle(): HTMLElement | null {
  return document.querySelector('[aria-controls="mobile-menu"]');
}
