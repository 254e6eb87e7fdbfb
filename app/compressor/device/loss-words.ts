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
        ? 'The compressor could not be loaded in this browser. Reload the page and try again.'
        : `Compressing ${KIND_INFO[kind].label} files offline is not set up on this device yet. Go online once, or choose “Make available offline” while you are online.`;
    case 'not-whole':
      return 'The download arrived damaged twice. Please try again on a better connection.';
    case 'not-started':
      return 'The compressor did not start on this device. Try again; if that does not help, reload the page.';
    case 'stalled':
      return 'The compressor stopped responding on this device. The file may be too large for it.';
    case 'crashed':
      return isInReach
        ? 'The compressor crashed twice on this device. The file may need more memory than there is.'
        : 'This file type could not be compressed here: part of the download may be missing on this device.';
  }
}
