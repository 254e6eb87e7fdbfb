/** The service worker: the site without a connection, and files that other apps share. Why it is our own: docs/decisions/how-the-site-works-offline.md. */
import { SKIP_WAITING } from '../update-message.ts';
import { answerEngineList, answerFile, answerPage, answerRoutes, answerSharedFiles } from './answer.ts';
import { chooseAnswer } from './choose-answer.ts';
import { answerEngineFile, completeEngine, dropOldEngineFiles } from './engine-cache.ts';
import { dropOldCaches, fillCache, type BuildInfo } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;
declare const BUILD_INFO: BuildInfo;

/**
 * Firefox shows its own error page where a preload finds no server, whatever a service worker answers: the site would not open
 * without a connection. One that an earlier version began is ended.
 */
const IS_FIREFOX = navigator.userAgent.includes('Firefox/');

self.addEventListener('install', (event) => {
  event.waitUntil(fillCache(caches, BUILD_INFO).then(() => completeEngine(caches, BUILD_INFO)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await dropOldCaches(caches, BUILD_INFO);
      await dropOldEngineFiles(caches, BUILD_INFO);
      await self.registration.navigationPreload?.[IS_FIREFOX ? 'disable' : 'enable']();
      // Not waited for: Firefox asks the workers of a page as well, and a thread of libvips that waits for work never answers.
      void self.clients.claim();
    })(),
  );
});

// A new worker waits until people say so: nothing changes under an open page.
self.addEventListener('message', (event) => {
  if (event.data === SKIP_WAITING) event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, mode, destination, cache } = request;
  const asked = {
    method,
    mode,
    destination,
    cache,
    url: new URL(request.url),
    partial: request.headers.has('range'),
  };
  switch (chooseAnswer(asked, self.location.origin, BUILD_INFO.engine)) {
    case 'page':
      return event.respondWith(answerPage(event, BUILD_INFO));
    case 'routes':
      return event.respondWith(answerRoutes(request, BUILD_INFO));
    case 'file':
      return event.respondWith(answerFile(event, BUILD_INFO));
    case 'engine-file':
      return event.respondWith(answerEngineFile(event));
    case 'engine-list':
      return event.respondWith(answerEngineList(request, BUILD_INFO));
    case 'shared-files':
      return event.respondWith(answerSharedFiles(request));
    case 'network':
  }
});
