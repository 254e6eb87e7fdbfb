import { crc32 } from '../../base/crc32.ts';
import { STORED, type ZipEntry } from '../../containers/zip/zip-entry.ts';
import { writeZip } from '../../containers/zip/zip-writer.ts';
import type { Size } from '../fit-inside.ts';
import { pictureElement } from './picture-element.ts';
import { setFile, type SetPicture } from './set-file.ts';

/**
 * A set as one archive: its pictures, a list of them in JSON, and the HTML to paste.
 * @param stem what the names of list and HTML begin with
 * @param source size of the picture that it was made of
 */
export function packSet(stem: string, source: Size, pictures: readonly SetPicture[]): Uint8Array {
  const html = pictureElement(pictures);
  const { width, height } = source;
  const list = { source: { width, height }, files: pictures.map(setFile), html };
  const written = (name: string, text: string): ZipEntry => stored(name, new TextEncoder().encode(text));
  return writeZip([
    ...pictures.map(({ name, outcome }) => stored(name, outcome.bytes)),
    written(`${stem}-set.json`, `${JSON.stringify(list, null, 2)}\n`),
    written(`${stem}-set.html`, html),
  ]);
}

/** Pictures are packed already. */
function stored(name: string, packed: Uint8Array): ZipEntry {
  return { name, method: STORED, crc32: crc32(packed), packed, size: packed.length };
}
