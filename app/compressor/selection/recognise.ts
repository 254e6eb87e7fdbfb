import { detectKind, SNIFF_BYTES } from '#engine/api/detect.ts';
import { EngineError, isEngineError } from '#engine/api/errors.ts';
import {
  FILE_KINDS,
  KIND_INFO,
  kindsOfType,
  nameForKind,
  type FileKind,
  listOfKinds,
} from '#engine/api/kinds.ts';
import { CompressionRefused } from '../queue/refusal.ts';

/** Content that is often saved under the extension of one of our kinds, by its first characters. */
const FOREIGN_CONTENT: readonly (readonly [RegExp, string])[] = [
  [/^(\u00ef\u00bb\u00bf)?\s*(<!doctype html|<html)/i, 'a web page'],
  [/^GIF8/, 'a GIF image'],
  [/^....ftyp(heic|heix|mif1|msf1)/s, 'a HEIC image'],
  [/^....ftypavif/s, 'an AVIF image'],
  [/^(II\*\0|MM\0\*)/, 'a TIFF image'],
];

/** Of the signature D0 CF 11 E0 of compound files. */
const OLE_FIRST_BYTE = 0xd0;

/** A file as it is sent. */
export interface RecognisedFile {
  readonly kind: FileKind;
  /** The chosen file, or the same bytes under the right name and type. */
  readonly file: File;
  /** The new name, where the content is of another kind than the name says; else null. */
  readonly correctedName: string | null;
}

/**
 * Finds out from its first bytes what a file is; name and type are corrected where they say something else.
 * @param declared what name and type say, for the error message
 * @throws CompressionRefused when the file cannot be read or is none of the kinds
 */
export async function recognise(file: File, declared: FileKind): Promise<RecognisedFile> {
  const head = await readHead(file);
  const kind = kindOf(head, declared);
  const name = nameForKind(file.name, kind);
  if (name === file.name && kindsOfType(file.type).includes(kind)) return { kind, file, correctedName: null };
  const [type] = KIND_INFO[kind].mimeTypes;
  return {
    kind,
    file: new File([file], name, { type, lastModified: file.lastModified }),
    correctedName: name === file.name ? null : name,
  };
}

/**
 * The first bytes of a file.
 * @throws CompressionRefused when it cannot be read: browsers hold a reference, and the file may have gone or changed since
 */
export async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  } catch (error) {
    throw unreadableFile(error);
  }
}

/** For a file that is not there any more, or another one. */
export function unreadableFile(cause?: unknown): CompressionRefused {
  const message = 'The file could not be read. It may have been moved or changed; please choose it again.';
  return new CompressionRefused(message, { retryable: false, cause });
}

function kindOf(head: Uint8Array, declared: FileKind): FileKind {
  try {
    const kind = detectKind(head, declared);
    if (FILE_KINDS.includes(kind)) return kind;
    throw new EngineError('unsupported', `The page takes no ${KIND_INFO[kind].label}.`);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    // Empty files and old Office files are described by the engine.
    const described = head.length === 0 || head[0] === OLE_FIRST_BYTE;
    const message = described ? error.message : describeForeign(head, KIND_INFO[declared].label);
    throw new CompressionRefused(message, { retryable: false, cause: error });
  }
}

function describeForeign(head: Uint8Array, label: string): string {
  const content = nameContent(head);
  const finding = content
    ? `This is ${content} that was saved as a ${label}.`
    : `The content of this file is not a ${label}.`;
  return `${finding} Only ${listOfKinds('and')} files can be compressed.`;
}

function nameContent(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head);
  return FOREIGN_CONTENT.find(([start]) => start.test(text))?.[1] ?? null;
}
