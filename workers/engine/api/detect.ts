import { latin1 } from '../base/bytes.ts';
import { EngineError } from './errors.ts';
import { atStart } from './format-facts.ts';
import { FORMATS, listOfKinds, type FileKind } from './kinds.ts';

/** How many first bytes are enough to tell the kind. */
export const SNIFF_BYTES = 1024;

/**
 * Detects a file's kind from its first bytes; names and declared types do not matter.
 * A zip archive counts as the declared kind, or as the first kind that is a package; its content types, which are read later, name
 * the true one.
 * @param head the first {@link SNIFF_BYTES} bytes or more; with the whole file, old Office files are recognised
 * @param declared counts only among kinds that share a signature
 * @throws EngineError "damaged" when empty, "unsupported" for anything that is none of the kinds
 */
export function detectKind(head: Uint8Array, declared?: FileKind): FileKind {
  if (head.length === 0) throw new EngineError('damaged', 'The file is empty.');
  const compound = compoundContentOf(head);
  if (compound) throw compoundError(compound);
  let found: { readonly kind: FileKind; readonly at: number } | undefined;
  for (const { kind, signatureAt } of FORMATS) {
    const at = signatureAt(head);
    if (at >= 0 && (!found || at < found.at || (at === found.at && kind === declared))) found = { kind, at };
  }
  if (!found) {
    const advice = adviceForPicture(head);
    const usual = `The file is not a ${listOfKinds('or')} file.`;
    throw new EngineError('unsupported', advice === null ? usual : `${usual} ${advice}`);
  }
  return found.kind;
}

/** Brands of HEIC. Source: ISO/IEC 23008-12, annex B. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** What to do about a picture of a format that is known and not taken; null for any other file. @param head its first bytes */
export function adviceForPicture(head: Uint8Array): string | null {
  if (latin1(head, 4, 8) !== 'ftyp' || !HEIC_BRANDS.includes(latin1(head, 8, 12))) return null;
  return 'It is a HEIC image, whose decoder patents forbid us to ship. Save it as a JPEG and try again: phones and photo programs export one.';
}

const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/**
 * What a compound file (MS-CFB) is: a presentation from before 2007, a new one behind a password (MS-OFFCRYPTO 1.3.2), or
 * something that the bytes at hand do not tell; null for any other file.
 */
export function compoundContentOf(bytes: Uint8Array): 'presentation' | 'encrypted' | 'unknown' | null {
  if (atStart(bytes, OLE_SIGNATURE) < 0) return null;
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
