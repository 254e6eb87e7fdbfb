import { rememberReturn } from '~/session/session.ts';
import type { FinishedItem } from './queue-state.ts';

export type PendingPurpose = 'download' | 'share';

/** What a visitor wanted to do when asked to sign in. Files are not kept, only what they were. */
export interface PendingRecord {
  readonly fileName: string;
  readonly fileType: string;
  readonly fileSize: number;
  readonly originalFileIndex: number;
}

const KEYS = {
  download: { record: 'pendingDownload', index: 'pendingDownloadIndex' },
  share: { record: 'pendingShare', index: 'pendingShareIndex' },
} as const;

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
  const keys = KEYS[purpose];
  sessionStorage.setItem(ofSeveral ? `${keys.record}_${item.index}` : keys.record, JSON.stringify(record));
  if (ofSeveral) sessionStorage.setItem(keys.index, String(item.index));
  rememberReturn('/compress');
}

/** What was asked for, and for which file of the list. */
export interface Pending {
  readonly purpose: PendingPurpose;
  readonly index: number | null;
}

/** Reads and deletes what was pending; null when nothing was. */
export function takePending(): Pending | null {
  let found: Pending | null = null;
  for (const purpose of ['share', 'download'] as const) {
    const { record, index } = KEYS[purpose];
    const keys = Object.keys(sessionStorage).filter(
      (key) => key === record || key === index || key.startsWith(`${record}_`),
    );
    const [recordKey] = keys.filter((key) => key !== index);
    if (recordKey !== undefined) found = { purpose, index: indexOf(sessionStorage.getItem(recordKey)) };
    for (const key of keys) sessionStorage.removeItem(key);
  }
  return found;
}

function indexOf(record: string | null): number | null {
  const { originalFileIndex } = JSON.parse(record ?? '{}') as Partial<PendingRecord>;
  return originalFileIndex ?? null;
}
