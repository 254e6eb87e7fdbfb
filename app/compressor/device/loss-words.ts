import { KIND_INFO, type FileKind } from '#engine/api/kinds.ts';
import type { Loss } from './worker-slot.ts';

/**
 * What became of an engine, for people.
 * @param isInReach whether the site answers: what is missing of the engine comes with it
 */
export function lossWords(loss: Loss, kind: FileKind, isInReach: boolean): string {
  switch (loss) {
    case 'not-loaded':
      return isInReach
        ? 'The engine could not be loaded onto this device. This page may be older than the site: reload it.'
        : `What ${KIND_INFO[kind].label} files need of the engine is not on this device yet. Connect once, or choose “Make available offline” while you are online.`;
    case 'not-whole':
      return 'A part of the engine did not arrive whole, and came so again. Please try again when the line is better.';
    case 'not-started':
      return 'The engine came but did not start on this device. Try again; if it stays so, reload the page.';
    case 'stalled':
      return 'The engine stopped answering on this device. The file may be too much for it.';
    case 'crashed':
      return isInReach
        ? 'The engine broke down on this device, twice. The file may be too much for its memory.'
        : 'The engine could not do this type of file: a part of it may not be on this device yet.';
  }
}
