import { concatBytes, viewOf } from '../bytes.ts';
import type { GainMap } from './gain-map.ts';
import { ascii, segment } from './segment-bytes.ts';

/**
 * Segments that announce a gain map after the picture: XMP with a directory of both, and the version by ISO 21496-1.
 * @param mapBytes length of the map as it follows
 */
export function pictureSegments({ info }: GainMap, mapBytes: number): Uint8Array[] {
  const version = info.properties?.get('Version')?.[0] ?? '1.0';
  const directory =
    '<Container:Directory><rdf:Seq>' +
    '<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>' +
    '<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" ' +
    `Item:Length="${mapBytes}"/></rdf:li></rdf:Seq></Container:Directory>`;
  const spaces =
    ' xmlns:Container="http://ns.google.com/photos/1.0/container/"' +
    ' xmlns:Item="http://ns.google.com/photos/1.0/container/item/"';
  return [
    ...(info.properties ? [xmp(`${spaces}${HDRGM} hdrgm:Version="${version}"`, directory)] : []),
    ...(info.iso ? [segment(0xe2, info.iso.picture)] : []),
  ];
}

/** A gain map with the segments that say how to apply it. */
export function mapWithInfo({ bytes, info }: GainMap): Uint8Array {
  const { properties, iso, profile } = info;
  return concatBytes([
    bytes.subarray(0, 2),
    ...(properties ? [propertiesXmp(properties)] : []),
    ...(iso ? [segment(0xe2, iso.map)] : []),
    ...profile.map((payload) => segment(0xe2, payload)),
    bytes.subarray(2),
  ]);
}

const HDRGM = ' xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"';

function propertiesXmp(properties: ReadonlyMap<string, readonly string[]>): Uint8Array {
  const single = [...properties].filter(([, values]) => values.length === 1);
  const several = [...properties].filter(([, values]) => values.length > 1);
  const attributes = single.map(([name, [value]]) => ` hdrgm:${name}="${value}"`).join('');
  const list = (values: readonly string[]): string =>
    `<rdf:Seq>${values.map((value) => `<rdf:li>${value}</rdf:li>`).join('')}</rdf:Seq>`;
  const elements = several.map(([name, values]) => `<hdrgm:${name}>${list(values)}</hdrgm:${name}>`).join('');
  return xmp(HDRGM + attributes, elements);
}

function xmp(attributes: string, content: string): Uint8Array {
  const packet =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about=""${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return segment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0${packet}`));
}

/** Length of the whole index segment of two pictures. */
export const INDEX_BYTES = 4 + 4 + 8 + 2 + 3 * 12 + 4 + 2 * 16;

/**
 * The index of two pictures in one file. Source: CIPA DC-007-2009, 5.2.
 * @param at           where the segment starts in the file
 * @param pictureBytes length of the first picture; the second follows at once
 * @param mapBytes     length of the second
 */
export function indexSegment(at: number, pictureBytes: number, mapBytes: number): Uint8Array {
  const payload = new Uint8Array(INDEX_BYTES - 4);
  const view = viewOf(payload);
  payload.set(ascii('MPF\0MM\0*'));
  view.setUint32(8, 8);
  view.setUint16(12, 3);
  const entries: readonly [tag: number, type: number, count: number, value: number][] = [
    [0xb000, UNDEFINED, 4, 0x30313030],
    [0xb001, LONG, 1, 2],
    [0xb002, UNDEFINED, 32, 8 + 2 + 3 * 12 + 4],
  ];
  entries.forEach(([tag, type, count, value], i) => {
    view.setUint16(14 + 12 * i, tag);
    view.setUint16(16 + 12 * i, type);
    view.setUint32(18 + 12 * i, count);
    view.setUint32(22 + 12 * i, value);
  });
  // Offsets are counted from the byte order mark, four bytes into the payload.
  const first = 4 + 8 + 2 + 3 * 12 + 4;
  view.setUint32(first, PRIMARY);
  view.setUint32(first + 4, pictureBytes);
  view.setUint32(first + 16 + 4, mapBytes);
  view.setUint32(first + 16 + 8, pictureBytes - (at + 8));
  return segment(0xe2, payload);
}

const UNDEFINED = 7;
const LONG = 4;

/** Representative image, baseline primary type. */
const PRIMARY = 0x00030000;
