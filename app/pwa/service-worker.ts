import { SKIP_WAITING } from './update-message.ts';

const LOOK_AGAIN_MS = 60 * 60 * 1_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

/** Calls `listener` when a new version is ready and waits to be let in. */
export function onNewVersion(listener: () => void): void {
  listeners.add(listener);
}

/** Registers `/sw.js` once the page is quiet, so that keeping the site takes nothing from showing it. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenQuiet(() => {
    navigator.serviceWorker
      .register('/sw.js')
      .then(watch)
      // eslint-disable-next-line no-console -- nobody else needs to know
      .catch((error: unknown) => console.warn('The service worker could not be registered:', error));
  });
}

/** Lets the new version take over and opens the page in it. */
export function reloadIntoNewVersion(): void {
  // Another tab may have let it in already; then reloading is all there is to do.
  if (waiting?.state !== 'installed') return window.location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.postMessage(SKIP_WAITING);
}

function watch(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker) => {
    // The very first worker of a visitor is no news.
    if (worker.state !== 'installed' || !navigator.serviceWorker.controller) return;
    waiting = worker;
    for (const listener of listeners) listener();
  };
  const follow = (worker: ServiceWorker) => {
    offer(worker);
    worker.addEventListener('statechange', () => offer(worker));
  };
  if (registration.waiting) follow(registration.waiting);
  if (registration.installing) follow(registration.installing);
  registration.addEventListener('updatefound', () => {
    if (registration.installing) follow(registration.installing);
  });
  const lookAgain = () => void registration.update().catch(() => undefined); // Offline: later.
  setInterval(lookAgain, LOOK_AGAIN_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookAgain();
  });
}

function whenQuiet(run: () => void): void {
  const idle = () => (window.requestIdleCallback ? window.requestIdleCallback(run) : setTimeout(run, 1_000));
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}
