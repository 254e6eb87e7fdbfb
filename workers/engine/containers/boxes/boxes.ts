import { latin1, viewOf } from '../../base/bytes.ts';
import { EngineError } from '../../api/errors.ts';
import { checkPictureParts } from '../../api/limits.ts';

/** A box of the ISO base media file format. */
export interface Box {
  /** Four characters. */
  readonly type: string;
  /** What lies behind its header. */
  readonly data: Uint8Array;
}

/**
 * The boxes that some bytes consist of.
 * @throws EngineError "damaged" where one reaches past the end, "too-large" for more than any program writes
 * Source: ISO/IEC 14496-12, 4.2.
 */
export function readBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    const { header, size } = sizesAt(bytes, at);
    if (size < header || at + size > bytes.length) throw damagedBoxes();
    boxes.push({ type: latin1(bytes, at + 4, at + 8), data: bytes.subarray(at + header, at + size) });
    checkPictureParts(boxes.length);
    at += size;
  }
  return boxes;
}

/** The boxes within a full box, which begins with version and flags. */
export function readFullBox({ data }: Box, headBytes = 4): Box[] {
  return readBoxes(data.subarray(headBytes));
}

/** Sizes of a box and of its header, in bytes: 0 stands for all that is left, 1 for a size of 64 bits. */
function sizesAt(bytes: Uint8Array, at: number): { readonly header: number; readonly size: number } {
  const left = bytes.length - at;
  if (left < 8) throw damagedBoxes();
  const view = viewOf(bytes);
  const size = view.getUint32(at);
  if (size === 0) return { header: 8, size: left };
  if (size !== 1) return { header: 8, size };
  if (left < 16) throw damagedBoxes();
  return { header: 16, size: Number(view.getBigUint64(at + 8)) };
}

export function damagedBoxes(): EngineError {
  return new EngineError('damaged', 'The image is damaged: its parts do not fit into the file.');
}
