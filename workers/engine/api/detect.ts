import { latin1 } from '../base/bytes.ts';
import { EngineError } from './errors.ts';
import type { FileKind } from './kinds.ts';

/** How many first bytes are enough to tell the kind. */
export const SNIFF_BYTES = 1024;

/**
 * Detects a file's kind from its first bytes; names and declared types do not matter.
 * A zip counts as a presentation here: whether it is one is checked when its content types are read.
 * @param head the first {@link SNIFF_BYTES} bytes or more; with the whole file, old Office files are recognised
 * @throws EngineError "damaged" when empty, "unsupported" for anything that is not one of the five kinds
 */
export function detectKind(head: Uint8Array): FileKind {
  if (head.length === 0) throw new EngineError('damaged', 'The file is empty.');
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP') return 'webp';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return 'pptx';
  const compound = compoundContentOf(head);
  if (compound) throw compoundError(compound);
  // ISO 32000-1 Annex H note 13: readers accept the header anywhere in the first 1024 bytes.
  if (latin1(head, 0, SNIFF_BYTES).includes('%PDF-')) return 'pdf';
  throw new EngineError('unsupported', 'The file is not a PDF, JPEG, PNG, WebP or PPTX file.');
}

const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/**
 * What a compound file (MS-CFB) is: a presentation from before 2007, a new one behind a password (MS-OFFCRYPTO 1.3.2), or
 * something that the bytes at hand do not tell; null for any other file.
 */
export function compoundContentOf(bytes: Uint8Array): 'presentation' | 'encrypted' | 'unknown' | null {
  if (!startsWith(bytes, OLE_SIGNATURE)) return null;
  if (holdsUtf16(bytes, 'EncryptedPackage')) return 'encrypted';
  return holdsUtf16(bytes, 'PowerPoint Document') ? 'presentation' : 'unknown';
}

function compoundError(content: 'presentation' | 'encrypted' | 'unknown'): EngineError {
  const [code, message] = COMPOUND_ERRORS[content];
  return new EngineError(code, message);
}

const COMPOUND_ERRORS = {
  encrypted: [
    'password-protected',
    'This presentation is protected by a password. Save it without a password and try again.',
  ],
  presentation: [
    'unsupported',
    'This presentation is in the old .ppt format. Save it as a .pptx file and try again.',
  ],
  unknown: [
    'unsupported',
    'This Office file is in an old format or protected by a password. Save it as a .pptx file without a password and try again.',
  ],
} as const;

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
