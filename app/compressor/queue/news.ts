import type { CompressionEvent } from './compression-event.ts';

interface ListState {
  readonly files: number;
  /** Files that wait or are under way. */
  readonly open: number;
}

/** What is to be said of a list: ten files that end within a minute are one piece of news, not ten. */
interface News {
  /** Something happened to a file. */
  tell(event: CompressionEvent): void;
  /** To be called when the list has changed. */
  follow(list: ListState): void;
}

/**
 * Holds what became of files until the whole list has ended. Said at once: that the last file is almost done, and why files
 * wait, once for each cause.
 */
export function createNews(say: (events: readonly CompressionEvent[]) => void): News {
  let list: ListState = { files: 0, open: 0 };
  let held: CompressionEvent[] = [];
  const waitedFor = new Set<string>();
  return {
    tell(event) {
      if (event.type === 'almost-done') {
        if (list.open <= 1) say([event]);
      } else if (event.type === 'stalled') {
        if (!waitedFor.has(event.cause)) say([event]);
        waitedFor.add(event.cause);
      } else held.push(event);
    },
    follow(next) {
      list = next;
      if (list.open > 0) return;
      waitedFor.clear();
      const ended = held;
      held = [];
      if (list.files > 0 && ended.length > 0) say(ended);
    },
  };
}
