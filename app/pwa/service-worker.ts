import { SKIP_WAITING } from './update-message.ts';

const LOOK_AGAIN_MS = 60 * 60 * 1_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

/** Calls `listener` when a new version is installed and waits for activation. */
export function onNewVersion(listener: () => void): void {
  listeners.add(listener);
}

/** Registers `/sw.js` once the page is quiet, so that filling the cache does not slow the page down. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenQuiet(() => {
    navigator.serviceWorker
      .register('/sw.js')
      .then(watch)
      // eslint-disable-next-line no-console -- for developers only
      .catch((error: unknown) => console.warn('The service worker could not be registered:', error));
  });
}

/** Activates the new version and reloads the page. */
export function reloadIntoNewVersion(): void {
  // Another tab may have activated it already.
  if (waiting?.state !== 'installed') return window.location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.postMessage(SKIP_WAITING);
}

function watch(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker) => {
    // The first worker of a visitor is not an update.
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
