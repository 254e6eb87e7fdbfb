import { EngineError } from './errors.ts';
import type { FileKind } from './kinds.ts';

/** How many first bytes are enough to tell the kind. */
export const SNIFF_BYTES = 1024;

/**
 * Tells a file's kind from its first bytes; names and declared types are not looked at.
 * A zip is taken as a presentation here: whether it really is one, its content types tell.
 * @param head the first {@link SNIFF_BYTES} bytes or more; with the whole file, old Office files are told apart
 * @throws EngineError "damaged" when empty, "unsupported" for anything that is not one of the five kinds
 */
export function detectKind(head: Uint8Array): FileKind {
  if (head.length === 0) throw new EngineError('damaged', 'The file is empty.');
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return 'pptx';
  if (startsWith(head, OLE_SIGNATURE)) throw oleFileError(head);
  // ISO 32000-1 Annex H note 13: readers accept the header anywhere in the first 1024 bytes.
  if (ascii(head, 0, SNIFF_BYTES).includes('%PDF-')) return 'pdf';
  throw new EngineError('unsupported', 'Please select only PDF, JPEG, PNG, WebP, PPTX, or PPT files.');
}

const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** A compound file (MS-CFB): a presentation from before 2007, or a new one behind a password (MS-OFFCRYPTO 1.3.2). */
function oleFileError(bytes: Uint8Array): EngineError {
  if (holdsUtf16(bytes, 'EncryptedPackage')) {
    return new EngineError(
      'password-protected',
      'This presentation is protected by a password. Save it without a password and try again.',
    );
  }
  if (holdsUtf16(bytes, 'PowerPoint Document')) {
    return new EngineError('unsupported', 'Please save your presentation as a .pptx file before uploading.');
  }
  return new EngineError(
    'unsupported',
    'This is a legacy or password-protected Office file. Please save your presentation as a .pptx file without a password before uploading.',
  );
}

/** Names in a compound file's directory are UTF-16, little endian; a directory entry starts at a multiple of 128. */
function holdsUtf16(bytes: Uint8Array, name: string): boolean {
  for (let at = 512; at + 128 <= bytes.length; at += 128) {
    let index = 0;
    while (
      index < name.length &&
      bytes[at + 2 * index] === name.charCodeAt(index) &&
      bytes[at + 2 * index + 1] === 0
    )
      index++;
    if (index === name.length) return true;
  }
  return false;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((value, index) => bytes[index] === value);
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, bytes.length)));
}
