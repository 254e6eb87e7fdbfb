import { onSignOfAPerson } from '../sign-of-a-person.ts';

/**
 * Brings the home page's comparison to life: the heavy original, two thirds of the page's bytes, comes with the first sign of
 * a person once the picture is near the screen; then the divider follows pointer, touch and keys.
 */
export function startComparison(): void {
  const stage = document.querySelector<HTMLElement>('[data-comparison]');
  const original = stage?.querySelector<HTMLImageElement>('img[data-original]');
  const range = stage?.querySelector<HTMLInputElement>('input[type=range]');
  if (!stage || !original || !range) return;
  const place = () => {
    stage.style.setProperty('--at', `${range.value}%`);
    range.setAttribute('aria-valuetext', `${range.value}% original`);
  };
  range.addEventListener('input', place);
  const bring = () => {
    // One URL is a set, too: of the two for phones and for other screens the browser takes the one that it shows.
    for (const each of stage.querySelectorAll<HTMLSourceElement | HTMLImageElement>('[data-original]'))
      each.srcset = each.dataset['original'] ?? '';
    original.decode().then(
      () => {
        range.disabled = false;
        place();
        stage.dataset['comparison'] = 'ready';
      },
      () => {
        // Offline: the light picture and its figures stand alone.
      },
    );
  };
  whenNear(stage, () => onSignOfAPerson(bring));
}

function whenNear(stage: HTMLElement, act: () => void): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      act();
    },
    { rootMargin: '200px' },
  );
  const watch = () => watcher.observe(stage);
  if (document.readyState === 'complete') watch();
  else window.addEventListener('load', watch, { once: true });
}
