import { concatBytes } from '../../base/bytes.ts';
import { appleProperties } from './apple-gain-map.ts';
import type { GainMap } from './gain-map.ts';
import { ascii, segment } from '../../containers/jpeg/segment-bytes.ts';
import { APP1, APP2 } from '../../containers/jpeg/markers.ts';

/** A gain map with the segments that say how to apply it. */
export function mapWithInfo({ bytes, info }: GainMap): Uint8Array {
  const { properties, iso, apple, profile } = info;
  return concatBytes([
    bytes.subarray(0, 2),
    ...(properties || apple ? [mapXmp(info)] : []),
    ...(iso ? [segment(APP2, iso.map)] : []),
    ...profile.map((payload) => segment(APP2, payload)),
    bytes.subarray(2),
  ]);
}

const HDRGM = ' xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"';

function mapXmp({ properties, apple }: GainMap['info']): Uint8Array {
  const all = [...(properties ?? [])];
  const single = all.filter(([, values]) => values.length === 1);
  const several = all.filter(([, values]) => values.length > 1);
  const attributes = single.map(([name, [value]]) => ` hdrgm:${name}="${value}"`).join('');
  const list = (values: readonly string[]): string =>
    `<rdf:Seq>${values.map((value) => `<rdf:li>${value}</rdf:li>`).join('')}</rdf:Seq>`;
  const elements = several.map(([name, values]) => `<hdrgm:${name}>${list(values)}</hdrgm:${name}>`).join('');
  return xmp((properties ? HDRGM : '') + (apple ? appleProperties(apple) : '') + attributes, elements);
}

function xmp(attributes: string, content: string): Uint8Array {
  const packet =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about=""${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return segment(APP1, ascii(`http://ns.adobe.com/xap/1.0/\0${packet}`));
}
