import { EngineError } from './errors.ts';
import type { FileKind } from './kinds.ts';

/** How many first bytes are enough to tell the kind. */
export const SNIFF_BYTES = 1024;

/**
 * Tells a file's kind from its first bytes; names and declared types are not looked at.
 * A zip is taken as a presentation here: whether it really is one, its content types tell.
 * @param head the first {@link SNIFF_BYTES} bytes, or the whole file when shorter
 * @throws EngineError "damaged" when empty, "unsupported" for anything that is not one of the five kinds
 */
export function detectKind(head: Uint8Array): FileKind {
  if (head.length === 0) throw new EngineError('damaged', 'The file is empty.');
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return 'pptx';
  if (startsWith(head, OLE_SIGNATURE)) {
    throw new EngineError(
      'unsupported',
      'This is a legacy or password-protected Office file. Please save your presentation as a .pptx file without a password before uploading.',
    );
  }
  // ISO 32000-1 Annex H note 13: readers accept the header anywhere in the first 1024 bytes.
  if (ascii(head, 0, SNIFF_BYTES).includes('%PDF-')) return 'pdf';
  throw new EngineError('unsupported', 'Please select only PDF, JPEG, PNG, WebP, PPTX, or PPT files.');
}

const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((value, index) => bytes[index] === value);
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, bytes.length)));
}
