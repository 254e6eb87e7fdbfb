import { equalBytes, latin1, latin1Bytes } from '../../base/bytes.ts';
import type { CipherCodec } from '../../codecs/ports/cipher-codec.ts';
import { isEngineError } from '../../api/errors.ts';
import { isKept, type Keep } from '../../api/keep.ts';
import { generationMarker, readMarker } from '../../metadata/generation-marker.ts';
import { keptExif, readResolution, resolutionIn, type Descriptions } from '../../metadata/kept-exif.ts';
import type { TiffEntry } from '../../metadata/tiff-directories.ts';
import {
  GAIN_MAP,
  isCutBy,
  elementsIn,
  isEmptyXmp,
  maySayHowToShow,
  readXmp,
  shownProperties,
  writeXmp,
  type Xmp,
} from '../../metadata/xmp.ts';
import type { XmlAttribute, XmlElement } from '../../containers/xml/xml-tree.ts';
import { wipePlaces } from './beside/film.ts';
import type { GainMap } from './gain-map.ts';
import { isIndexSegment, ownFacts } from './beside/multi-picture.ts';
import { exifSegment, iccSegments, withSegments } from './rebuild.ts';
import { ascii, segment } from '../../containers/jpeg/segment-bytes.ts';
import {
  readJpegStructure,
  startsWith,
  type JpegStructure,
  type Segment,
} from '../../containers/jpeg/segments.ts';
import { NOTHING_FOLLOWS, type Followed } from './beside/what-follows.ts';
import { extensionNote, isExtension, readXmpPackets, XMP_NAME, xmpSegments } from './xmp-segments.ts';
import { APP1, APP13, APP2, APP3, COMMENT } from '../../containers/jpeg/markers.ts';

/** What describes a JPEG and stays. */
export interface JpegDescriptions {
  /** As a rebuilt file takes it. */
  readonly written: {
    readonly exif: Uint8Array | null;
    /** JFIF density, see `JpegMetadata`. */
    readonly density: Uint8Array | null;
    readonly descriptions: readonly Uint8Array[];
  };
  /** Whether all that describes the picture stays as it is. */
  readonly isAll: boolean;
  /** Whether XMP lost more than what tells of data that is not there. */
  readonly isXmpCut: boolean;
  /** Bytes that it takes. */
  readonly bytes: number;
}

/** For a picture of a document, which has descriptions of its own. */
export function embeddedDescriptions({ density }: JpegStructure): JpegDescriptions {
  const written = { exif: null, density: isUsual(density) ? null : density, descriptions: [] };
  return { written, isAll: false, isXmpCut: true, bytes: 0 };
}

/** 72 dpi is what programs write by default. */
function isUsual(density: Uint8Array | null): boolean {
  return isSilent(density) || equalBytes(density!, [1, 0, 72, 0, 72]);
}

/** Without a unit there is only the proportion of pixels to tell. */
function isSilent(density: Uint8Array | null): boolean {
  return !density || (density[0] === 0 && density[1] === density[3] && density[2] === density[4]);
}

/** XMP of a JPEG, where it says how the picture is shown. */
export interface JpegXmp {
  readonly main: Xmp | null;
  /** What did not fit into one segment. */
  readonly extended: Xmp | null;
  /** Whether it cannot be read, or only in part. */
  readonly isDamaged: boolean;
}

export async function readJpegXmp({ segments }: JpegStructure): Promise<JpegXmp> {
  const packets = readXmpPackets(segments);
  const read = async (packet: Uint8Array | null): Promise<{ xmp: Xmp | null; isDamaged: boolean }> => {
    if (!packet || !maySayHowToShow(packet)) return { xmp: null, isDamaged: false };
    const xmp = await readXmp(packet);
    return { xmp, isDamaged: xmp === null };
  };
  const [main, extended] = [await read(packets.main), await read(packets.extended)];
  return { main: main.xmp, extended: extended.xmp, isDamaged: main.isDamaged || extended.isDamaged };
}

/** Up to here a comment may be a generation marker, which is written anew. */
const MARKER_BYTES = 4;

export interface DescribeRequest {
  /** What is asked for [copyright and date]. */
  readonly keep: readonly Keep[] | undefined;
  readonly xmp: JpegXmp;
  readonly followed: Followed;
  /** As it is written. */
  readonly gainMap: GainMap | null;
  /** The picture is not the first one of its file. */
  readonly isFurther: boolean;
  readonly ciphers: CipherCodec;
}

/** What describes the picture, as its segments have it. */
export function descriptionsIn(segments: readonly Segment[]): Descriptions {
  const payloadOf = (marker: number, name: string): Uint8Array | undefined =>
    segments
      .find((each) => each.marker === marker && startsWith(each.payload, name))
      ?.payload.subarray(marker === APP13 ? 0 : name.length);
  return {
    exif: payloadOf(APP1, 'Exif\0\0'),
    xmp: payloadOf(APP1, XMP_NAME),
    iptc: payloadOf(APP13, 'Photoshop 3.0\0'),
  };
}

/** What stays of the descriptions of a picture. @returns null where it has no room */
export async function keptDescriptions(
  { segments, exif, density, components, hasGainMap }: JpegStructure,
  request: DescribeRequest,
): Promise<JpegDescriptions | null> {
  const { keep, gainMap, isFurther, followed } = request;
  const source = descriptionsIn(segments);
  const isAll = keep?.includes('all') ?? false;
  const entries = isAll ? [] : resolutionIn(source.exif);
  // JFIF knows no inks, and some programs refuse them there.
  const resolved =
    components === 4 && !density ? { density, resolution: entries } : resolve(density, entries);
  const { tiff } = keptExif(source, {
    orientation: exif.orientation,
    keep,
    resolution: resolved.resolution,
    notes: cameraNotes(gainMap),
  });
  // XMP that tells of what follows is written anew.
  const isRewritten = !isAll || hasGainMap || followed.parts.length > 0;
  const xmp = isRewritten ? await writtenXmp(segments, request, isAll) : { segments: [], isCut: false };
  if (!xmp.segments) return null;
  const others = segments.filter((each) => {
    const isXmp = each.marker === APP1 && (startsWith(each.payload, XMP_NAME) || isExtension(each));
    if (isXmp) return isAll && !isRewritten;
    if (each.marker === APP3) return startsWith(each.payload, STEREO);
    if (isIndexSegment(each)) return isFurther;
    return (
      isAll && (each.marker === APP13 || (each.marker === COMMENT && each.payload.length > MARKER_BYTES))
    );
  });
  const descriptions = [
    ...others.map((each) => segment(each.marker, isAll ? each.payload : withoutWords(each))),
    ...xmp.segments,
    ...(gainMap?.info.iso ? [segment(APP2, gainMap.info.iso.picture)] : []),
  ];
  return {
    written: { exif: tiff, density: resolved.density, descriptions },
    isAll: isAll && descriptions.length > 0,
    isXmpCut: xmp.isCut,
    bytes: descriptions.reduce((sum, { length }) => sum + length, tiff?.length ?? 0),
  };
}

/** What a gain map needs of the camera's notes. */
function cameraNotes(gainMap: GainMap | null): readonly TiffEntry[] {
  const note = gainMap?.info.apple?.note;
  return note ? [note] : [];
}

/** How the two eyes of a stereo picture lie beside each other. */
const STEREO = '_JPSJPS_';
/** That in numbers: the name, a length and the descriptor. Words may follow. Source: JPS 0.4. */
const STEREO_BYTES = STEREO.length + 6;

/** What a segment says of how pictures belong together. */
function withoutWords(each: Segment): Uint8Array {
  if (isIndexSegment(each)) return ownFacts(each);
  return each.marker === APP3 ? each.payload.subarray(0, STEREO_BYTES) : each.payload;
}

/** XMP that says nothing of a gain map, as none stays. */
function withoutGainMap({ attributes, elements }: Xmp): Xmp {
  const isOther = ({ uri }: { readonly uri: string }): boolean => uri !== GAIN_MAP;
  return { attributes: attributes.filter(isOther), elements: elements.filter(isOther) };
}

/** Parts of extended XMP as they are. */
function extensionsOf(segments: readonly Segment[]): Uint8Array[] {
  return segments.filter(isExtension).map(({ marker, payload }) => segment(marker, payload));
}

/** The description of the picture itself. @param options which properties stay; null for all */
function chosenXmp(
  { xmp, followed, gainMap, isFurther }: DescribeRequest,
  options: Parameters<typeof shownProperties>[1] | null,
): Xmp {
  const source = followed.xmp ?? xmp.main ?? { attributes: [], elements: [] };
  const chosen = options ? shownProperties(source, options) : source;
  return gainMap !== null || isFurther ? chosen : withoutGainMap(chosen);
}

async function writtenXmp(
  segments: readonly Segment[],
  request: DescribeRequest,
  isAll: boolean,
): Promise<{ segments: readonly Uint8Array[] | null; isCut: boolean }> {
  const { xmp, followed, isFurther, keep, ciphers } = request;
  const [pictures, data] = [followed.parts.length > 0 || isFurther, followed.hasData || isFurther];
  const options = { pictures, data, location: isKept(keep, 'location') };
  const chosen = chosenXmp(request, isAll ? null : options);
  const main = isAll ? chosen : await withCleanPictures(chosen, keep, ciphers);
  const extended = xmp.extended && !isAll ? shownProperties(xmp.extended, options) : null;
  const isCut = !isAll && isXmpCut(segments, xmp);
  if (!extended || isEmptyXmp(extended)) {
    const own = isEmptyXmp(main) ? [] : xmpSegments({ main: await writeXmp(main), extended: null });
    return { segments: own && [...own, ...(isAll ? extensionsOf(segments) : [])], isCut };
  }
  const packet = await writeXmp(await withCleanPictures(extended, keep, ciphers));
  const note = extensionNote(ciphers.md5(packet));
  const noted = { ...main, attributes: [...main.attributes, note] };
  return {
    segments: xmpSegments({ main: await writeXmp(noted), extended: packet, name: note.value }),
    isCut,
  };
}

/** Whether there is more in XMP than what says how the picture is shown. */
function isXmpCut(segments: readonly Segment[], { main, extended }: JpegXmp): boolean {
  const packets = readXmpPackets(segments);
  const isCut = (packet: Uint8Array | null, xmp: Xmp | null): boolean =>
    packet !== null && (!xmp || isCutBy(xmp));
  return isCut(packets.main, main) || isCut(packets.extended, extended);
}

/** Pictures and films that XMP holds in base64 may tell where they were taken as well. */
async function withCleanPictures(
  { attributes, elements }: Xmp,
  keep: readonly Keep[] | undefined,
  ciphers: CipherCodec,
): Promise<Xmp> {
  const clean = async (text: string): Promise<string> => {
    const bytes = filmOrPicture(text);
    if (!bytes) return text;
    if (bytes[0] === 0xff) return btoa(latin1(await cleanedPicture(bytes, keep, ciphers)));
    return !isKept(keep, 'location') && wipePlaces(bytes) ? btoa(latin1(bytes)) : text;
  };
  const cleanAttributes = (all: readonly XmlAttribute[]) =>
    Promise.all(all.map(async (each) => ({ ...each, value: await clean(each.value) })));
  const cleanElement = async (element: XmlElement): Promise<XmlElement> => ({
    ...element,
    attributes: await cleanAttributes(element.attributes),
    // Text may come in pieces.
    children:
      elementsIn(element).length > 0
        ? await Promise.all(
            element.children.map(async (child) => (typeof child === 'string' ? child : cleanElement(child))),
          )
        : element.children.length > 0
          ? [await clean(element.children.join(''))]
          : [],
  });
  return {
    attributes: await cleanAttributes(attributes),
    elements: await Promise.all(elements.map(cleanElement)),
  };
}

/** By their first bytes: a JPEG, or a box with a length. */
function filmOrPicture(text: string): Uint8Array | null {
  if (!/^\s*(\/9j\/|AAAA)/.test(text)) return null;
  try {
    return latin1Bytes(atob(text));
  } catch {
    // No base64 after all.
    return null;
  }
}

/**
 * A further picture of a file with every byte of its samples, and without what betrays people.
 * @returns the picture itself where all is to stay, or where it cannot be read
 */
export async function cleanedPicture(
  picture: Uint8Array,
  keep: readonly Keep[] | undefined,
  ciphers: CipherCodec,
): Promise<Uint8Array> {
  if (keep?.includes('all')) return picture;
  try {
    const structure = readJpegStructure(picture);
    const described = await keptDescriptions(structure, {
      keep,
      xmp: await readJpegXmp(structure),
      followed: NOTHING_FOLLOWS,
      gainMap: null,
      isFurther: true,
      ciphers,
    });
    const colours = structure.icc ? iccSegments(structure.icc) : [];
    const bare = withSegments(picture, colours);
    if (!described) return bare;
    const { exif, descriptions } = described.written;
    const floor = findMarker(structure);
    const cleaned = withSegments(picture, [
      ...(exif ? [exifSegment(exif)] : []),
      ...descriptions,
      ...colours,
      ...(floor === null ? [] : [segment(COMMENT, ascii(generationMarker(floor)))]),
    ]);
    // EXIF that stands in for IPTC may be longer.
    return cleaned.length <= picture.length ? cleaned : bare;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return picture;
  }
}

/** Floor of an earlier pass, by its generation marker, or null. */
export function findMarker({ segments }: JpegStructure): number | null {
  const comment = segments.find(
    ({ marker, payload }) => marker === COMMENT && payload.length <= MARKER_BYTES,
  );
  return comment ? readMarker(latin1(comment.payload)) : null;
}

/**
 * Where the resolution is written. That of EXIF stands in for one that JFIF does not have, and stays in EXIF beside another one:
 * programs differ in which of the two they take.
 * @param entries of EXIF
 */
function resolve(
  density: Uint8Array | null,
  entries: readonly TiffEntry[],
): { density: Uint8Array | null; resolution: readonly TiffEntry[] } {
  const said = isSilent(density) ? null : density;
  const read = readResolution(entries);
  if (!read) return { density: said, resolution: entries };
  const { unit, x, y } = read;
  const own = Uint8Array.of({ none: 0, inch: 1, cm: 2 }[unit], x >> 8, x, y >> 8, y);
  const fits = [x, y].every((value) => Number.isInteger(value) && value < 65_536);
  const agrees = fits && (!said || equalBytes(own, said));
  if (agrees) return { density: isSilent(own) ? null : own, resolution: [] };
  return { density: said, resolution: entries };
}
