import { startComparison } from './comparison.ts';
import { startLiveCount } from './live-count.ts';
import { startTutorial } from './tutorial.ts';

export const homePageParts = [startComparison, startLiveCount, startTutorial];
