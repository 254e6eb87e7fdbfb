import { FILE_KINDS, type FileKind } from '#engine/api/kinds.ts';
import type { ListedResult } from '../queue/queue-state.ts';
import { missedLimit } from '../results/result-notice.ts';
import { HISTORY_KEY, historyChanged, readHistoryText, REMEMBERED_FOR_MS } from './has-history.ts';

/** Entries beyond it push out the oldest ones. */
export const MOST_ENTRIES = 200;

/** A file that came back in this browser; nothing of it is sent anywhere. */
export interface HistoryEntry {
  readonly name: string;
  readonly kind: FileKind;
  readonly sourceBytes: number;
  readonly outputBytes: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The limit that it stays above. */
  readonly missedBytes?: number | undefined;
}

interface HistoryTotals {
  readonly files: number;
  readonly sourceBytes: number;
  readonly outputBytes: number;
}

/** Remembers a result. Where the storage is closed or full, nothing is remembered and no error is shown. */
export function recordResult({ file, result }: { readonly file: File; readonly result: ListedResult }): void {
  const entry = {
    name: file.name,
    kind: result.kind,
    sourceBytes: file.size,
    outputBytes: result.size,
    at: Date.now(),
    missedBytes: missedLimit(result) ?? undefined,
  };
  write([entry, ...readHistory()].slice(0, MOST_ENTRIES));
}

/** What came back in the last hours, the latest first. */
export function readHistory(now = Date.now()): readonly HistoryEntry[] {
  try {
    const stored = JSON.parse(readHistoryText() ?? '[]') as unknown;
    return Array.isArray(stored)
      ? stored.filter(isEntry).filter(({ at }) => now - at < REMEMBERED_FOR_MS)
      : [];
  } catch {
    return [];
  }
}

export function clearHistory(): void {
  write([]);
}

export function historyTotals(entries: readonly HistoryEntry[]): HistoryTotals {
  const sum = (bytesOf: (entry: HistoryEntry) => number) =>
    entries.reduce((total, entry) => total + bytesOf(entry), 0);
  return {
    files: entries.length,
    sourceBytes: sum(({ sourceBytes }) => sourceBytes),
    outputBytes: sum(({ outputBytes }) => outputBytes),
  };
}

function write(entries: readonly HistoryEntry[]): void {
  try {
    if (entries.length === 0) localStorage.removeItem(HISTORY_KEY);
    else localStorage.setItem(HISTORY_KEY, JSON.stringify(entries));
  } catch {
    return;
  }
  historyChanged();
}

/** What another version, or a person, has left there. */
function isEntry(stored: unknown): stored is HistoryEntry {
  const entry = (stored ?? {}) as Partial<HistoryEntry>;
  const { name, kind, sourceBytes, outputBytes, at, missedBytes = 0 } = entry;
  const sizes = [sourceBytes, outputBytes, at, missedBytes];
  return (
    typeof name === 'string' &&
    FILE_KINDS.some((each) => each === kind) &&
    sizes.every((size) => typeof size === 'number' && size >= 0)
  );
}
