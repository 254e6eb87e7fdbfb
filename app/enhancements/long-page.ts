import { startIslands } from './islands.ts';
import { startReadingPlace } from './reading-place.ts';
import { startReadingProgress } from './reading-progress.ts';

/** Parts of articles, policies and the guide. */
export const longPageParts = [startReadingPlace, startReadingProgress, startIslands];
