import { latin1 } from '../../base/bytes.ts';
import { ISO_GAIN_MAP, startsWith, type Segment } from '../../containers/jpeg/segments.ts';
import { readAppleMap, type AppleMap } from './apple-gain-map.ts';
import { LONGEST_FIELD_BYTES } from './tuning.ts';
import { APP1, APP2 } from '../../containers/jpeg/markers.ts';

/** How a gain map is to be applied, in the forms that programs read. At least one is present. */
export interface GainMapInfo {
  /** Properties of XMP's namespace hdrgm by name, each with one value or one for each channel; null without them. */
  readonly properties: ReadonlyMap<string, readonly string[]> | null;
  /** Payloads of ISO 21496-1 for the picture and for the map, with their name; null without them. */
  readonly iso: { readonly picture: Uint8Array; readonly map: Uint8Array } | null;
  /** That of Apple's cameras; null without it. */
  readonly apple: AppleMap | null;
  /** ICC segments of the map, which describe the HDR rendition: payloads as they are. */
  readonly profile: readonly Uint8Array[];
}

/** @returns null when the segments of the second picture do not make it a gain map */
export function readGainMapInfo(picture: readonly Segment[], map: readonly Segment[]): GainMapInfo | null {
  const properties = propertiesIn(map);
  const [outer, inner] = [isoIn(picture), isoIn(map)];
  // The picture's own segment only gives the version of the standard that is needed to read the map's.
  const iso = outer && inner && inner.length > outer.length ? { picture: outer, map: inner } : null;
  const apple = readAppleMap(picture, map);
  if (!properties && !iso && !apple) return null;
  const profile = map.filter(
    ({ marker, payload }) => marker === APP2 && startsWith(payload, 'ICC_PROFILE\0'),
  );
  return { properties, iso, apple, profile: profile.map(({ payload }) => payload) };
}

function isoIn(segments: readonly Segment[]): Uint8Array | null {
  const found = segments.find(({ marker, payload }) => marker === APP2 && startsWith(payload, ISO_GAIN_MAP));
  return found && found.payload.length <= LONGEST_FIELD_BYTES ? found.payload : null;
}

/** Those of Ultra HDR Image Format v1.1, "Gain map metadata"; only GainMapMax and HDRCapacityMax have no default. */
const PROPERTIES = [
  'Version',
  'BaseRenditionIsHDR',
  'GainMapMin',
  'GainMapMax',
  'Gamma',
  'OffsetSDR',
  'OffsetHDR',
  'HDRCapacityMin',
  'HDRCapacityMax',
];

/** Only known names with numbers or booleans are taken over, so that nothing private is copied. */
function propertiesIn(segments: readonly Segment[]): Map<string, string[]> | null {
  const packets = segments.filter(
    ({ marker, payload }) => marker === APP1 && startsWith(payload, 'http://ns.adobe.com/xap/1.0/\0'),
  );
  const text = packets.map(({ payload }) => latin1(payload)).join('\n');
  const properties = new Map<string, string[]>();
  for (const name of PROPERTIES) {
    const attribute = new RegExp(`\\bhdrgm:${name}\\s*=\\s*["']([^"']*)["']`).exec(text);
    const element = elementIn(text, `hdrgm:${name}`);
    const values = attribute ? [attribute[1]!] : element === null ? [] : valuesIn(element);
    if (values.length > 0 && values.every((value) => VALUE.test(value))) properties.set(name, values);
  }
  return properties.has('GainMapMax') && properties.has('HDRCapacityMax') ? properties : null;
}

/** What the first element of a name holds; null without one. One look: openings without an end may be as many as fit. */
function elementIn(text: string, name: string): string | null {
  const start = text.search(new RegExp(`<${name}[\\s>]`));
  const from = start < 0 ? -1 : text.indexOf('>', start);
  const end = from < 0 ? -1 : text.indexOf(`</${name}>`, from);
  return end < 0 ? null : text.slice(from + 1, end);
}

function valuesIn(element: string): string[] {
  const items = [...element.matchAll(/<rdf:li\b[^<>]*>([^<]*)<\/rdf:li>/g)].map(([, value]) => value!.trim());
  return items.length > 0 ? items : [element.trim()];
}

const VALUE = /^(True|False|[-+]?[\d.]+(e[-+]?\d+)?)$/i;
