/**
 * What a page does in the browser besides showing itself, without React: docs/decisions/how-requests-are-served.md. Every page runs it once.
 * Each part finds what it needs by an id or a `data-` attribute and does nothing where that is missing.
 */
import { registerServiceWorker } from '../pwa/service-worker.ts';
import { startAnalytics } from './analytics.ts';
import { startHeroScroll } from './hero-scroll.ts';
import { startInstallBanner } from './install-banner.ts';
import { runAll, startLateParts } from './late-parts.ts';
import { startMenu } from './menu.ts';
import { startSessionControls } from './session-controls.ts';
import { startUpdateBanner } from './update-banner.ts';

runAll([
  startMenu,
  startSessionControls,
  startAnalytics,
  startHeroScroll,
  startLateParts,
  startInstallBanner,
  startUpdateBanner,
  registerServiceWorker,
]);
