import { startCopyButtons } from './copy-buttons.ts';
import { startSampleTabs } from './sample-tabs.ts';
import { startTryCompress } from './try-compress.ts';

/** Parts of the page of the API. */
export const apiPageParts = [startCopyButtons, startTryCompress, startSampleTabs];
