import { rememberReturn } from '~/session/session.ts';
import { announceReturn } from './announcements.ts';
import { PENDING_KEYS } from './pending-keys.ts';
import { finishedItems, type FinishedItem, type QueueItem } from './queue-state.ts';
import { downloadAll } from '../results/download-all.ts';
import { saveFile } from '../results/save.ts';

/** Session storage: all files at once were to be downloaded. */
const ALL_PENDING = 'pendingDownloadAll';

export type PendingPurpose = 'download' | 'share';

/** What a visitor wanted to do when asked to sign in. Files are not kept, only what they were. */
interface PendingRecord {
  readonly fileName: string;
  readonly fileType: string;
  readonly fileSize: number;
  readonly originalFileIndex: number;
}

/**
 * Stores the request in session storage, and the compress page as the page to return to.
 * @param ofSeveral true keeps the record under `pending…_{index}` and notes the index
 */
export function rememberPending(purpose: PendingPurpose, item: FinishedItem, ofSeveral: boolean): void {
  const { result } = item.state;
  const record: PendingRecord = {
    fileName: result.name,
    fileType: result.type,
    fileSize: result.size,
    originalFileIndex: item.index,
  };
  const keys = PENDING_KEYS[purpose];
  sessionStorage.setItem(ofSeveral ? `${keys.record}_${item.index}` : keys.record, JSON.stringify(record));
  if (ofSeveral) sessionStorage.setItem(keys.index, String(item.index));
  rememberReturn('/compress');
}

/** Stores that all files were to be downloaded. */
export function rememberAll(): void {
  sessionStorage.setItem(ALL_PENDING, 'yes');
  rememberReturn('/compress');
}

/** What was asked for, and for which file of the list. */
interface Pending {
  readonly purpose: PendingPurpose;
  readonly index: number | 'all' | null;
}

/**
 * Goes on with what was asked for before signing in, and says so. A link needs a click: the clipboard is closed without one.
 * @param kept what the browser has kept of the list
 */
export function goOn(kept: readonly QueueItem[]): void {
  const pending = takePending();
  if (!pending) return;
  const { purpose, index } = pending;
  const wanted = finishedItems(kept).filter((item) => index === 'all' || item.index === index);
  announceReturn(purpose, wanted.length > 0);
  if (purpose === 'share') return;
  const [first] = wanted;
  if (index === 'all' && first) void downloadAll(wanted);
  else if (first) saveFile(first.state.result.blob, first.state.result.name);
}

/** Reads and deletes what was pending; null when nothing was. */
export function takePending(): Pending | null {
  let found: Pending | null = null;
  for (const purpose of ['share', 'download'] as const) {
    const { record, index } = PENDING_KEYS[purpose];
    const keys = Object.keys(sessionStorage).filter(
      (key) => key === record || key === index || key.startsWith(`${record}_`),
    );
    const [recordKey] = keys.filter((key) => key !== index);
    if (recordKey !== undefined) found = { purpose, index: indexOf(sessionStorage.getItem(recordKey)) };
    for (const key of keys) sessionStorage.removeItem(key);
  }
  if (sessionStorage.getItem(ALL_PENDING) !== null) found = { purpose: 'download', index: 'all' };
  sessionStorage.removeItem(ALL_PENDING);
  return found;
}

function indexOf(record: string | null): number | null {
  const { originalFileIndex } = JSON.parse(record ?? '{}') as Partial<PendingRecord>;
  return originalFileIndex ?? null;
}
