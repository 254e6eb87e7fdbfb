import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { crc32 } from '#engine/base/crc32.ts';
import { readZipDirectory } from '#engine/containers/zip/zip-directory.ts';
import { DEFLATED, STORED } from '#engine/containers/zip/zip-entry.ts';
import { writeZip } from '#engine/containers/zip/zip-writer.ts';

/** Parts of a package by name, unpacked. */
export type Parts = Map<string, Uint8Array>;

export function partsOf(deck: Uint8Array): Parts {
  return new Map(
    readZipDirectory(deck).map(({ name, method, packed }) => [
      name,
      method === STORED ? packed : new Uint8Array(inflateRawSync(packed)),
    ]),
  );
}

/** A package of parts in this order. @param level of deflate, 0 stores them as they are */
export function deckOf(parts: Iterable<readonly [name: string, content: Uint8Array]>, level = 6): Uint8Array {
  return writeZip(
    [...parts].map(([name, content]) => ({
      name,
      method: level === 0 ? STORED : DEFLATED,
      crc32: crc32(content),
      packed: level === 0 ? content : new Uint8Array(deflateRawSync(content, { level })),
      size: content.length,
    })),
  );
}

const PRESENTATION = 'ppt/presentation.xml';
const RELATIONSHIPS = 'ppt/_rels/presentation.xml.rels';
const TYPES = '[Content_Types].xml';

/** A deck whose last slide comes once more, as a part of its own that shows the same pictures; null where it has none of the usual names. */
export function withSlideTwice(deck: Uint8Array): Uint8Array | null {
  const parts = partsOf(deck);
  const text = (name: string): string => new TextDecoder().decode(parts.get(name) ?? new Uint8Array(0));
  const slide = [...parts.keys()].findLast((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  const ids = [...text(PRESENTATION).matchAll(/<p:sldId [^>]*\bid="(\d+)"/g)].map(([, id]) => Number(id));
  if (!slide || ids.length === 0) return null;
  const twin = 'ppt/slides/slide9999.xml';
  const put = (name: string, content: string): unknown => parts.set(name, new TextEncoder().encode(content));
  parts.set(twin, parts.get(slide)!);
  // A page of notes belongs to one slide.
  const related = text(relationshipsOf(slide)).replace(/<Relationship [^>]*\/notesSlide"[^>]*\/>/g, '');
  put(relationshipsOf(twin), related);
  const type = 'application/vnd.openxmlformats-officedocument.presentationml.slide+xml';
  put(
    TYPES,
    text(TYPES).replace('</Types>', `<Override PartName="/${twin}" ContentType="${type}"/></Types>`),
  );
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide';
  const link = `<Relationship Id="rIdTwin" Type="${kind}" Target="slides/slide9999.xml"/></Relationships>`;
  put(RELATIONSHIPS, text(RELATIONSHIPS).replace('</Relationships>', link));
  const entry = `<p:sldId id="${Math.max(...ids) + 1}" r:id="rIdTwin"/></p:sldIdLst>`;
  put(PRESENTATION, text(PRESENTATION).replace('</p:sldIdLst>', entry));
  return deckOf(parts);
}

function relationshipsOf(slide: string): string {
  return slide.replace('slides/', 'slides/_rels/') + '.rels';
}
