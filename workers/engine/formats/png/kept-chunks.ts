import { concatBytes, latin1, viewOf } from '../../base/bytes.ts';
import type { DeflateCodec } from '../../codecs/ports/deflate-codec.ts';
import { orIfRefused } from '../../api/errors.ts';
import { isKept, type Keep } from '../../api/keep.ts';
import { readExif } from '../../metadata/exif.ts';
import { generationMarker, readMarker } from '../../metadata/generation-marker.ts';
import { keptExif, type KeptExif } from '../../metadata/kept-exif.ts';
import { shownXmp, type ShownXmp } from '../../metadata/xmp.ts';
import { gammaColours } from './coded-colours.ts';
import { profileChunk, readChunks, writeChunks, type Chunk } from '../../containers/png/chunks.ts';

/** Chunks that say how samples are shown whatever their profile; draft names of the third edition are still written. */
const CODED_COLOURS = new Set(['cICP', 'mDCV', 'cLLI', 'mDCv', 'cLLi']);

/**
 * Chunks that say how large, where and in what parts the picture is shown or printed: density, offset on the page, stereo
 * pair, and the stretched parts of Android's nine-patches.
 */
const PLACING = new Set(['pHYs', 'oFFs', 'sTER', 'npTc', 'npOl', 'npLb']);

/** What moves. */
const ANIMATION = ['acTL', 'fcTL', 'fdAT'];

/** Chunks without which the picture would be shown or printed in another way. All other ancillary chunks go. */
const SHOWING = new Set([...CODED_COLOURS, ...PLACING, ...ANIMATION, 'gAMA', 'cHRM', 'tRNS', 'sBIT', 'bKGD']);

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

export interface Ancillary {
  /** EXIF orientation that browsers follow, 1-8. */
  readonly orientation: number;
  /** EXIF orientation that stands after the samples, where most programs do not see it, 1-8. */
  readonly lateOrientation: number;
  /** EXIF of the result, with either orientation. */
  readonly described: KeptExif;
  /** XMP that says how the picture is shown; null without XMP, or where all stays as it is. */
  readonly shown: ShownXmp | null;
  /** Chunks of text that stay. */
  readonly texts: readonly Chunk[];
  /** The ICC profile, or null. */
  readonly icc: Uint8Array | null;
  /** Our generation marker, or null. */
  readonly marker: string | null;
}

const MAX_PROFILE_BYTES = 16 * 1024 * 1024;

/**
 * What the ancillary chunks say. A broken profile counts as none, as it does for viewers.
 * @param keep descriptions that stay [copyright and date]
 */
export async function readAncillary(
  chunks: readonly Chunk[],
  deflate: DeflateCodec,
  keep?: readonly Keep[],
): Promise<Ancillary> {
  const exifAt = chunks.findIndex(({ type }) => type === 'eXIf');
  const isLate = exifAt > chunks.findIndex(({ type }) => type === 'IDAT');
  const exif = chunks[exifAt]?.data;
  const orientation = exif ? readExif(exif).orientation : 1;
  const profile = chunks.find(({ type }) => type === 'iCCP');
  const marker = chunks.find(isMarker);
  const xmp = await xmpIn(chunks, deflate);
  return {
    orientation: isLate ? 1 : orientation,
    lateOrientation: isLate ? orientation : 1,
    described: keptExif({ exif, xmp }, { orientation, keep }),
    shown: xmp && !keep?.includes('all') ? await shownXmp(xmp) : null,
    texts: chunks.filter((chunk) => isKeptText(chunk, keep)),
    icc: profile ? await readProfile(profile.data, deflate) : null,
    marker: marker ? latin1(marker.data).replace('\0', '') : null,
  };
}

const MARKER_KEYWORD = 'fp';

function isMarker({ type, data }: Chunk): boolean {
  return type === 'tEXt' && data.length <= 8 && readMarker(latin1(data).replace('\0', '')) !== null;
}

/** The generation marker that keeps a second pass from taking more. @param floor that the picture was brought down to */
export function markerChunk(floor: number): Chunk {
  return {
    type: 'tEXt',
    data: new TextEncoder().encode(`${MARKER_KEYWORD}\0${generationMarker(floor).slice(2)}`),
  };
}

/** The marker of an earlier pass, for a result that adds no loss: without it the next pass would. */
export function keptMarker({ marker }: Ancillary): Chunk[] {
  const floor = readMarker(marker ?? '');
  return floor === null ? [] : [markerChunk(floor)];
}

async function readProfile(data: Uint8Array, deflate: DeflateCodec): Promise<Uint8Array | null> {
  const name = data.indexOf(0);
  if (name < 0) return null;
  const options = { format: 'zlib', maxOutputBytes: MAX_PROFILE_BYTES, tolerant: true } as const;
  // Streams without their checksum are common here and no harm; a profile says itself how long it must be.
  const profile = await deflate
    .inflate(data.subarray(name + 2), options)
    .catch(orIfRefused(new Uint8Array(0)));
  const declared = profile.length < 132 ? Infinity : viewOf(profile).getUint32(0);
  return profile.length >= declared ? profile : null;
}

/**
 * Chunks of colour, place and description to put into a result, in the order that PNG asks for (before PLTE).
 * @param icc profile of the result, beside which gAMA and cHRM mean nothing
 */
export async function metadataChunks(
  source: readonly Chunk[],
  ancillary: Ancillary,
  icc: Uint8Array | null,
  deflate: DeflateCodec,
): Promise<Chunk[]> {
  const of = (types: ReadonlySet<string>) => source.filter(({ type }) => types.has(type));
  const profile = icc ? [await profileChunk(icc, deflate)] : [];
  const gamma = icc || ancillary.icc || gammaColours(source) === 'srgb' ? [] : of(GAMMA);
  return [...profile, ...of(CODED_COLOURS), ...gamma, ...of(PLACING), ...descriptionChunks(ancillary)];
}

const GAMMA = new Set(['gAMA', 'cHRM']);

/** Chunks that {@link metadataChunks} writes anew. */
export function isRewritten({ type }: Chunk): boolean {
  return GAMMA.has(type) || CODED_COLOURS.has(type) || PLACING.has(type);
}

/** All that shows the picture right, profile and all, byte for byte, and what describes it and stays. */
export function displayChunks(chunks: readonly Chunk[], ancillary: Ancillary): Chunk[] {
  const [head, ...rest] = chunks.filter(
    (chunk) => isShowing(chunk) || chunk.type === 'iCCP' || chunk.type === 'sRGB',
  );
  return [head!, ...descriptionChunks(ancillary), ...rest];
}

/** What describes the picture and stays. EXIF with an orientation that stood after the samples goes there again later. */
function descriptionChunks({ described, lateOrientation, shown, texts }: Ancillary): Chunk[] {
  const exif = lateOrientation === 1 ? exifChunks(described) : [];
  return [...exif, ...(shown?.packet ? [xmpChunk(shown.packet)] : []), ...texts];
}

function exifChunks({ tiff }: KeptExif): Chunk[] {
  return tiff ? [{ type: 'eXIf', data: tiff }] : [];
}

const XMP_KEYWORD = 'XML:com.adobe.xmp';
/** Keywords of text by what they describe. Source: PNG specification, third edition, 11.3.3.1. */
const KEYWORDS: Readonly<Record<string, Keep>> = {
  Author: 'copyright',
  Copyright: 'copyright',
  'Creation Time': 'date',
};

function keywordOf({ type, data }: Chunk): string | null {
  const isText = type === 'tEXt' || type === 'zTXt' || type === 'iTXt';
  return isText ? latin1(data, 0, Math.max(0, data.indexOf(0))) : null;
}

function isKeptText(chunk: Chunk, keep?: readonly Keep[]): boolean {
  const keyword = keywordOf(chunk);
  if (keep?.includes('all')) return (keyword !== null && keyword !== MARKER_KEYWORD) || chunk.type === 'tIME';
  const group = KEYWORDS[keyword ?? ''];
  return group !== undefined && isKept(keep, group);
}

/** Text that is neither compressed nor in a language. */
function xmpChunk(packet: Uint8Array): Chunk {
  const head = new TextEncoder().encode(`${XMP_KEYWORD}\0\0\0\0\0`);
  return { type: 'iTXt', data: concatBytes([head, packet]) };
}

/** A packet of XMP: text of iTXt, or, as libvips writes it, of zTXt. */
export async function xmpIn(
  chunks: readonly Chunk[],
  deflate: DeflateCodec,
): Promise<Uint8Array | undefined> {
  const chunk = chunks.find((each) => keywordOf(each) === XMP_KEYWORD);
  if (!chunk) return undefined;
  const { type, data } = chunk;
  const start = XMP_KEYWORD.length + 1;
  if (type === 'tEXt') return data.subarray(start);
  const isCompressed = type === 'zTXt' || data[start] === 1;
  // iTXt: a flag, the method, and two texts before the text itself; zTXt: the method.
  const language = data.indexOf(0, start + 2);
  const text = data.subarray(type === 'zTXt' ? start + 1 : data.indexOf(0, language + 1) + 1);
  const options = { format: 'zlib', maxOutputBytes: MAX_XMP_BYTES, tolerant: true } as const;
  return isCompressed ? deflate.inflate(text, options).catch(orIfRefused(undefined)) : text;
}

const MAX_XMP_BYTES = 4 * 1024 * 1024;

/** Puts an orientation that stood after the samples back there: every program shows the result as it shows the source. */
export function withLateOrientation(png: Uint8Array, { lateOrientation, described }: Ancillary): Uint8Array {
  if (lateOrientation === 1) return png;
  const chunks = readChunks(png).filter(({ type }) => type !== 'eXIf');
  return writeChunks([...chunks.slice(0, -1), ...exifChunks(described), ...chunks.slice(-1)]);
}

/** Chunks of a file without those that only describe it. */
export function withoutDescriptions(chunks: readonly Chunk[]): Chunk[] {
  return chunks.filter(isShowing);
}

function isShowing({ type }: Chunk): boolean {
  return CRITICAL.has(type) || SHOWING.has(type);
}

/** Chunks that go without a word: they repeat what the samples or the profile say, or help screens of few colours. */
const REDUNDANT = new Set(['iCCP', 'sRGB', 'hIST', 'sPLT']);

/** Content Credentials: a signed manifest of C2PA. Source: C2PA specification 2.1, A.3.4. */
export const CREDENTIALS = 'caBX';

/** Names of descriptions for the report. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  tEXt: 'text',
  zTXt: 'text',
  iTXt: 'text',
  eXIf: 'camera data',
  tIME: 'time of the last change',
};

/** The descriptions (text, time, thumbnails, foreign chunks) of a file that go: their bytes, and what they are in words. */
export function removedDescriptions(
  chunks: readonly Chunk[],
  { described, shown, texts }: Ancillary,
): { bytes: number; parts: string } {
  const keptBytes = described.tiff?.length ?? 0;
  const keptTexts = new Set(texts);
  const found = chunks.filter(
    (chunk) =>
      !CRITICAL.has(chunk.type) &&
      !SHOWING.has(chunk.type) &&
      !REDUNDANT.has(chunk.type) &&
      chunk.type !== CREDENTIALS &&
      !keptTexts.has(chunk) &&
      !isMarker(chunk) &&
      !(shown?.isCut === false && keywordOf(chunk) === XMP_KEYWORD) &&
      !(chunk.type === 'eXIf' && chunk.data.length <= keptBytes),
  );
  const parts = new Set(found.map(({ type }) => DESCRIPTIONS[type] ?? 'data of other programs'));
  return { bytes: found.reduce((sum, { data }) => sum + data.length + 12, 0), parts: [...parts].join(', ') };
}
