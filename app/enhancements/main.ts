/**
 * What a page does in the browser besides showing itself, without React: docs/decisions/008. Every page runs it once.
 * Each part finds what it needs by an id or a `data-` attribute and does nothing where that is missing.
 */
import { registerServiceWorker } from '../pwa/service-worker.ts';
import { startAnalytics } from './analytics.ts';
import { startHeroScroll } from './hero-scroll.ts';
import { startInstallBanner } from './install-banner.ts';
import { startIslands } from './islands.ts';
import { startLiveCount } from './live-count.ts';
import { startMenu } from './menu.ts';
import { startReadingProgress } from './reading-progress.ts';
import { startSessionControls } from './session-controls.ts';
import { startTutorial } from './tutorial.ts';
import { startUpdateBanner } from './update-banner.ts';

const parts = [
  startMenu,
  startSessionControls,
  startAnalytics,
  startHeroScroll,
  startReadingProgress,
  startTutorial,
  startLiveCount,
  startIslands,
  startInstallBanner,
  startUpdateBanner,
  registerServiceWorker,
];

for (const start of parts) {
  try {
    start();
  } catch (error) {
    // Where storage is forbidden, say, the menu still opens.
    reportError(error);
  }
}
