import { onClick } from './on-click.ts';

/** A large button on the poster starts the film; the browser's own controls come with it. */
export function startTutorial(): void {
  const player = document.querySelector<HTMLElement>('[data-tutorial]');
  const video = player?.querySelector('video');
  const button = player?.querySelector<HTMLElement>('[data-play]');
  if (!video || !button) return;
  video.controls = false;
  button.hidden = false;
  onClick('[data-play]', () => {
    button.hidden = true;
    video.controls = true;
    video.focus();
    video.play().catch(() => {
      // The browser wants to be asked again; its controls are there now.
    });
  });
}
