import { brand } from '~/content/brand.ts';
import type { FinishedItem } from '../queue/queue-state.ts';
import { announceDownloadFailure } from './result-announcements.ts';
import { saveFile } from './save.ts';
import { zipFiles } from './zip-files.ts';

/** Hands all results over as one zip, or says that it failed. */
export async function downloadAll(items: readonly FinishedItem[]): Promise<void> {
  try {
    saveFile(await zipFiles(items), `${brand.filePrefix}files.zip`);
  } catch {
    announceDownloadFailure();
  }
}
