import { latin1 } from '../base/bytes.ts';
import { isEngineError } from '../api/errors.ts';
import { change } from '../api/report/findings.ts';
import type { Change } from '../api/report/report.ts';
import type { XmlAttribute, XmlElement, XmlName } from '../containers/xml/xml-tree.ts';

/** The properties of a packet of XMP, in both forms that it knows. */
export interface Xmp {
  readonly attributes: readonly XmlAttribute[];
  readonly elements: readonly XmlElement[];
}

/** Which properties of XMP stay. */
interface XmpOptions {
  /** Properties of other pictures in the file. */
  readonly pictures: boolean;
  /** Properties of films and of data of makers in the file. */
  readonly data: boolean;
  /** Where the picture was taken. */
  readonly location: boolean;
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const GOOGLE = 'http://ns.google.com/photos/';
const PANORAMA = `${GOOGLE}1.0/panorama/`;
const CAMERA = `${GOOGLE}1.0/camera/`;
export const GAIN_MAP = 'http://ns.adobe.com/hdr-gain-map/1.0/';
export const CONTAINER = `${GOOGLE}1.0/container/`;
export const ITEM = `${CONTAINER}item/`;

/** Depth, a second eye and audio, which XMP itself holds in base64. */
const HELD = ['depthmap', 'image', 'audio', 'focus'].map((name) => `${GOOGLE}1.0/${name}/`);
/** Dynamic Depth 1.0 and its forerunner. */
const DEVICES = [`${GOOGLE}dd/1.0/`, 'http://ns.xdm.org/photos/1.0/'];
/** Other pictures in the file, and how they are to be used. */
const PICTURES = [
  CONTAINER,
  GAIN_MAP,
  ...['HDRGainMap', 'pixeldatainfo', 'depthData', 'depthBlurEffect', 'portraitEffectsMatte'].map(appleSpace),
  ...['portraitLightingEffect', 'semanticSegmentationMatte'].map(appleSpace),
];
/** Other data in the file, by makers of phones: what, where, and how long. */
export const MAKERS = ['xiaomi', 'oplus', 'vivo'].map((name) => `http://ns.${name}.com/photos/1.0/camera/`);

function appleSpace(name: string): string {
  return `http://ns.apple.com/${name}/1.0/`;
}

/** Namespaces of prefixes that some cameras do not declare. */
const USUAL = {
  x: 'adobe:ns:meta/',
  rdf: RDF,
  hdrgm: GAIN_MAP,
  GPano: PANORAMA,
  GCamera: CAMERA,
  Container: CONTAINER,
  Item: ITEM,
  GDepth: HELD[0]!,
  GImage: HELD[1]!,
  GAudio: HELD[2]!,
  apdi: appleSpace('pixeldatainfo'),
  HDRGainMap: appleSpace('HDRGainMap'),
};

/** Whether a packet may hold something that shows the picture, so that it is worth reading. */
export function maySayHowToShow(packet: Uint8Array): boolean {
  const text = latin1(packet);
  return [PANORAMA, CAMERA, ...HELD, ...DEVICES, ...PICTURES, ...MAKERS].some((space) =>
    text.includes(space),
  );
}

/**
 * Reads a packet.
 * @returns null where it is damaged, or no XMP at all
 * Source: XMP Specification Part 1, 7; only what cameras write of RDF.
 */
export async function readXmp(packet: Uint8Array): Promise<Xmp | null> {
  const { readXmlTree } = await import('../containers/xml/xml-tree.ts');
  try {
    const end = packet.findLastIndex((byte) => byte !== 0);
    const root = readXmlTree(packet.subarray(0, end + 1), USUAL);
    const rdf = isNamed(root, RDF, 'RDF') ? root : elementsIn(root).find((each) => isNamed(each, RDF, 'RDF'));
    if (!rdf) return null;
    const descriptions = elementsIn(rdf).filter((each) => isNamed(each, RDF, 'Description'));
    return {
      attributes: descriptions
        .flatMap(({ attributes }) => attributes)
        .filter(({ uri }) => uri !== RDF && uri !== '' && !uri.startsWith('http://www.w3.org/XML/')),
      elements: descriptions.flatMap(elementsIn),
    };
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return null;
  }
}

/** The elements in an element. */
export function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

function isNamed({ uri, local }: XmlName, space: string, name: string): boolean {
  return uri === space && local === name;
}

/** Properties that say how the picture is shown, or what else is in the file; how it was made and by whom goes. */
export function shownProperties({ attributes, elements }: Xmp, options: XmpOptions): Xmp {
  const isShown = (each: XmlName): boolean => isShownBy(each, options);
  const kept = { attributes: attributes.filter(isShown), elements: elements.filter(isShown) };
  return options.location ? kept : withoutLocation(kept);
}

function isShownBy({ uri, local }: XmlName, { pictures, data }: XmpOptions): boolean {
  // The rest of this space are notes of the camera.
  if (uri === CAMERA) return data && /^(MotionPhoto|MicroVideo)/.test(local);
  if (MAKERS.includes(uri)) return data;
  if (PICTURES.includes(uri)) return pictures;
  return uri === PANORAMA || HELD.includes(uri) || DEVICES.some((space) => uri.startsWith(space));
}

/** What a packet says of how the picture is shown, by its namespaces. */
export function shownBy(packet: Uint8Array): { panorama: boolean; pictures: boolean } {
  const text = latin1(packet);
  return {
    panorama: text.includes(PANORAMA),
    pictures: [...HELD, ...DEVICES].some((space) => text.includes(space)),
  };
}

/** What a new file without these packets loses of how the picture is shown. A space that is only declared is none of it. */
export async function lostViews(packets: readonly (Uint8Array | null | undefined)[]): Promise<Change[]> {
  const names: XmlName[] = [];
  for (const packet of packets) {
    const { panorama, pictures } = packet ? shownBy(packet) : { panorama: false, pictures: false };
    const xmp = panorama || pictures ? await readXmp(packet!) : null;
    if (xmp) names.push(...xmp.attributes, ...xmp.elements);
  }
  const isOfPictures = ({ uri }: XmlName): boolean =>
    [...HELD, ...DEVICES].some((space) => uri.startsWith(space));
  return [
    ...(names.some(({ uri }) => uri === PANORAMA) ? [change('panorama-removed')] : []),
    ...(names.some(isOfPictures) ? [change('further-pictures-removed')] : []),
  ];
}

/** Dynamic Depth and its forerunner have the position on earth among their properties, at any depth. */
function withoutLocation({ attributes, elements }: Xmp): Xmp {
  const isOther = ({ uri, local }: XmlName): boolean => !/earthpos/i.test(uri) && !LOCATION.test(local);
  const cleaned = (element: XmlElement): XmlElement => ({
    ...element,
    attributes: element.attributes.filter(isOther),
    children: element.children.flatMap((child): (XmlElement | string)[] =>
      typeof child === 'string' ? [child] : isOther(child) ? [cleaned(child)] : [],
    ),
  });
  return { attributes: attributes.filter(isOther), elements: elements.filter(isOther).map(cleaned) };
}

const LOCATION = /^(earthpos|(gps)?(latitude|longitude|altitude))/i;

/** What a packet keeps of how the picture is shown. */
export interface ShownXmp {
  /** Null where there is nothing of it. */
  readonly packet: Uint8Array | null;
  /** Whether there was more in the packet. */
  readonly isCut: boolean;
}

/** What stays of the packet of a PNG or WebP: settings of a panorama. All else that shows pictures is for JPEG alone. */
export async function shownXmp(packet: Uint8Array): Promise<ShownXmp> {
  const xmp = latin1(packet).includes(PANORAMA) ? await readXmp(packet) : null;
  if (!xmp) return { packet: null, isCut: true };
  const isPanorama = ({ uri }: XmlName): boolean => uri === PANORAMA;
  const shown = { attributes: xmp.attributes.filter(isPanorama), elements: xmp.elements.filter(isPanorama) };
  return {
    packet: isEmptyXmp(shown) ? null : await writeXmp(shown),
    isCut: countOf(shown) < countOf(xmp),
  };
}

/** Whether a packet holds more than what says how the picture is shown and what else is in the file. */
export function isCutBy(xmp: Xmp): boolean {
  const shown = shownProperties(xmp, { pictures: true, data: true, location: true });
  const notes = xmp.attributes.filter(({ local }) => local === 'HasExtendedXMP').length;
  return countOf(shown) + notes < countOf(xmp);
}

function countOf({ attributes, elements }: Xmp): number {
  return attributes.length + elements.length;
}

/** Whether there is nothing to write. */
export function isEmptyXmp({ attributes, elements }: Xmp): boolean {
  return attributes.length + elements.length === 0;
}

/** Writes a packet, as short as can be. */
export async function writeXmp({ attributes, elements }: Xmp): Promise<Uint8Array> {
  const { writeXmlAttribute, writeXmlElement } = await import('../containers/xml/xml-tree.ts');
  const spaces = new Map<string, string>();
  attributes.forEach((each) => addSpace(spaces, each));
  const declare = (from: ReadonlyMap<string, string>): XmlAttribute[] =>
    [...from].map(([local, value]) => ({ name: local ? `xmlns:${local}` : 'xmlns', local, uri: '', value }));
  const written = elements.map((element) => {
    const own = addSpaces(new Map(), element);
    own.forEach((uri, prefix) => spaces.set(prefix, spaces.get(prefix) ?? uri));
    // A prefix may stand for different things in two descriptions.
    const others = new Map([...own].filter(([prefix, uri]) => spaces.get(prefix) !== uri));
    return writeXmlElement({ ...element, attributes: [...declare(others), ...element.attributes] });
  });
  const once = new Map(attributes.map((each) => [each.name, each]));
  const head = [...declare(spaces), ...once.values()].map(writeXmlAttribute).join('');
  return new TextEncoder().encode(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"><rdf:Description rdf:about=""${head}>` +
      `${written.join('')}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
}

function addSpaces(spaces: Map<string, string>, element: XmlElement): Map<string, string> {
  [element, ...element.attributes].forEach((each) => addSpace(spaces, each));
  elementsIn(element).forEach((each) => addSpaces(spaces, each));
  return spaces;
}

function addSpace(spaces: Map<string, string>, { name, uri }: XmlName): void {
  const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
  const isKnown = uri === '' || prefix === 'xml' || (prefix === 'rdf' && uri === RDF);
  if (!isKnown) spaces.set(prefix, uri);
}
