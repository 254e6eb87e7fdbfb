import { startCopyButtons } from './copy-buttons.ts';
import { startCurrentSection } from './current-section.ts';
import { startSampleTabs } from './sample-tabs.ts';
import { startTryCompress } from './try-compress.ts';

/**
 * What the page of the API does beside what every page does. A script of its own, so that no other page loads it. Where
 * storage is forbidden, say, the rest still works.
 */
for (const start of [startCopyButtons, startCurrentSection, startTryCompress, startSampleTabs]) {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
