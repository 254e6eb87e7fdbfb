import type { FileKind } from '#engine/api/kinds.ts';

/** Whether a file is one picture; the others are documents with pictures in them. */
export function isPictureKind(kind: FileKind): boolean {
  return kind !== 'pdf' && kind !== 'pptx';
}
