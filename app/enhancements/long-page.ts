import { startFirstPage } from './first-page.ts';
import { startIslands } from './islands.ts';
import { startReadingPlace } from './reading-place.ts';
import { startReadingProgress } from './reading-progress.ts';

/** Parts of articles, policies, the guide, and the page of a shared file. */
export const longPageParts = [startReadingPlace, startReadingProgress, startIslands, startFirstPage];
