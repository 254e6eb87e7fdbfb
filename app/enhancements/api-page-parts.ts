import { startCopyButtons } from './copy-buttons.ts';
import { startCurrentSection } from './current-section.ts';
import { startSampleTabs } from './sample-tabs.ts';
import { startTryCompress } from './try-compress.ts';

/** Everything that the page of the API does. Where storage is forbidden, say, the rest still works. */
export function startParts(): void {
  for (const start of [startCopyButtons, startCurrentSection, startTryCompress, startSampleTabs]) {
    try {
      start();
    } catch (error) {
      reportError(error);
    }
  }
}
