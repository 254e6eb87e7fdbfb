import { brand } from '#app/content/brand.ts';
import { encodeExtended } from 'content-disposition';
import { extensionOf, nameForKind, RESULT_INFO, type ResultKind } from '#engine/index.ts';

/** Longest label that is kept, in UTF-16 units; the contract allows 255. */
const MAX_LENGTH = 200;

/** Control characters, and those that turn the direction of text around so that "gpj.exe" reads "exe.jpg". */
// eslint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A client's file name as a label: no folders, no control or direction characters, at most 200 characters,
 * its extension kept. An empty name becomes "file".
 */
export function cleanFileName(raw: string | undefined): string {
  const bare = (raw ?? '')
    .normalize('NFC')
    .replace(LONE_SURROGATES, '')
    .replace(INVISIBLE, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  const name = bare === '' || /^\.+$/.test(bare) ? 'file' : bare;
  if (name.length <= MAX_LENGTH) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, MAX_LENGTH - extension.length).replace(LONE_SURROGATES, '') + extension;
}

/**
 * A file name as it was before it went into a form, which escapes three characters of it. Some clients, such as aiohttp, escape
 * all of them: a name of nothing but plain characters and escapes, with some of another alphabet, was hardly called that.
 * Source: HTML Standard, "multipart/form-data encoding algorithm".
 */
export function unescapedFormName(name: string): string {
  const isEscapedWhole = /^[\w.~%-]+$/.test(name) && /%[89a-f][\da-f]/i.test(name);
  try {
    if (isEscapedWhole) return decodeURIComponent(name);
  } catch {
    // It was called that.
  }
  return name.replace(/%22/g, '"').replace(/%0[ad]/gi, ' ');
}

/**
 * Name of the compressed file: the product's prefix and the client's own name; a missing extension is added.
 * @param kind of the result: an extension of another one is replaced
 */
export function resultFileName(fileName: string, kind: ResultKind): string {
  const extension = extensionOf(fileName) === '' ? `.${RESULT_INFO[kind].extensions[0]}` : '';
  return brand.filePrefix + nameForKind(fileName, kind) + extension;
}

/**
 * `Content-Disposition` for a download. Always both forms, since some clients look for the quoted one only: an ASCII
 * fallback, and the real name. Source: RFC 6266, section 4.3 and appendix D.
 */
export function attachment(fileName: string): string {
  const fallback = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Old clients also decode percent signs in the quoted form.
    .replace(/[^ -~]|["\\%]/gu, '_');
  return `attachment; filename="${fallback}"; filename*=${encodeExtended(fileName)}`;
}
