import { useEffect, useRef } from 'react';
import { onFilesForgotten } from '../kept/forget-files.ts';
import { loadWork } from './load-work.ts';
import type { QueueItem } from './queue-state.ts';
import type { Compressor } from './use-compressor.ts';

/** Lets what is taken out of the list come back, as long as the files were not forgotten meanwhile: by signing out. */
export function useUndoable(compressor: Compressor): Compressor {
  const forgotten = useRef(0);
  useEffect(() => onFilesForgotten(() => void forgotten.current++), []);

  const offer = (gone: readonly QueueItem[]) => {
    if (gone.length === 0) return;
    const { restore } = compressor;
    const before = forgotten.current;
    const undo = () => {
      if (forgotten.current !== before) return;
      restore(gone.map(begunAnew));
      focusOn(gone);
    };
    loadWork().then(
      ({ announceRemoval }) => announceRemoval(gone, undo),
      () => undefined,
    );
  };
  const itemAt = (index: number) => compressor.items.filter((item) => item.index === index);

  return {
    ...compressor,
    remove(index) {
      compressor.remove(index);
      offer(itemAt(index));
    },
    cancel(index) {
      compressor.cancel(index);
      offer(itemAt(index).filter(({ earlier }) => earlier === null));
    },
    reset() {
      compressor.reset();
      offer(compressor.items);
    },
  };
}

/** A result or a failure stands as it was; the server has given up its job of what was under way. */
function begunAnew(item: QueueItem): QueueItem {
  const { state, earlier } = item;
  if (state.status === 'done' || state.status === 'failed') return item;
  if (earlier) return { ...item, earlier: null, jobId: null, state: { status: 'done', result: earlier } };
  return { ...item, jobId: null, state: { status: 'waiting' } };
}

/** The button that was pressed goes with its toast; the keyboard goes on at the row that came back. */
function focusOn([first]: readonly QueueItem[]): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-file="${first?.index}"] h3`);
    // The first time the toaster gives the focus back to what had it before the toast.
    for (let times = 0; times < 2; times++) row?.focus({ preventScroll: true });
  });
}
