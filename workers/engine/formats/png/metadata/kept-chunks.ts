import { viewOf } from '../../../base/bytes.ts';
import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { orIfRefused } from '../../../api/errors.ts';
import type { Keep } from '../../../api/keep.ts';
import { readExif } from '../../../metadata/exif.ts';
import { keptExif, type KeptExif } from '../../../metadata/kept-exif.ts';
import { shownXmp, type ShownXmp } from '../../../metadata/xmp.ts';
import { MOST_PROFILE_BYTES } from '../tuning.ts';
import { gammaColours } from './coded-colours.ts';
import { markedFloorIn } from './marker-chunk.ts';
import { isKeptText, xmpChunk, xmpIn } from './text-chunks.ts';
import { profileChunk, readChunks, writeChunks, type Chunk } from '../../../containers/png/chunks.ts';

/** Chunks that outrank the profile; programs still write the draft names of the third edition. */
const CODED_COLOURS = new Set(['cICP', 'mDCV', 'cLLI', 'mDCv', 'cLLi']);

/**
 * Chunks that say how large, where and in what parts the picture is shown or printed: density, offset on the page, stereo
 * pair, and the stretched parts of Android's nine-patches.
 */
const PLACING = new Set(['pHYs', 'oFFs', 'sTER', 'npTc', 'npOl', 'npLb']);

/** What moves. */
const ANIMATION = ['acTL', 'fcTL', 'fdAT'];

/** Ancillary chunks that change how viewers show or print the picture. All others go. */
const SHOWING = new Set([...CODED_COLOURS, ...PLACING, ...ANIMATION, 'gAMA', 'cHRM', 'tRNS', 'sBIT', 'bKGD']);

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

export interface Ancillary {
  /** EXIF orientation that browsers follow, 1-8. */
  readonly orientation: number;
  /** EXIF orientation that stands after the samples, where most programs overlook it, 1-8. */
  readonly trailingOrientation: number;
  /** EXIF of the result, with either orientation. */
  readonly described: KeptExif;
  /** XMP that says how the picture is shown; null without XMP, or where all stays as it is. */
  readonly shown: ShownXmp | null;
  /** Chunks of text that stay. */
  readonly texts: readonly Chunk[];
  /** The ICC profile, or null. */
  readonly icc: Uint8Array | null;
  /** The floor that our generation marker names, or null. */
  readonly markedFloor: number | null;
}

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
  const isTrailing = exifAt > chunks.findIndex(({ type }) => type === 'IDAT');
  const exif = chunks[exifAt]?.data;
  const orientation = exif ? readExif(exif).orientation : 1;
  const profile = chunks.find(({ type }) => type === 'iCCP');
  const xmp = await xmpIn(chunks, deflate);
  return {
    orientation: isTrailing ? 1 : orientation,
    trailingOrientation: isTrailing ? orientation : 1,
    described: keptExif({ exif, xmp }, { orientation, keep }),
    shown: xmp && !keep?.includes('all') ? await shownXmp(xmp) : null,
    texts: chunks.filter((chunk) => isKeptText(chunk, keep)),
    icc: profile ? await readProfile(profile.data, deflate) : null,
    markedFloor: markedFloorIn(chunks),
  };
}

async function readProfile(data: Uint8Array, deflate: DeflateCodec): Promise<Uint8Array | null> {
  const name = data.indexOf(0);
  if (name < 0) return null;
  const options = { format: 'zlib', maxOutputBytes: MOST_PROFILE_BYTES, tolerant: true } as const;
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
function descriptionChunks({ described, trailingOrientation, shown, texts }: Ancillary): Chunk[] {
  const exif = trailingOrientation === 1 ? exifChunks(described) : [];
  return [...exif, ...(shown?.packet ? [xmpChunk(shown.packet)] : []), ...texts];
}

function exifChunks({ tiff }: KeptExif): Chunk[] {
  return tiff ? [{ type: 'eXIf', data: tiff }] : [];
}

/** Puts an orientation that stood after the samples back there: every program shows the result as it shows the source. */
export function withTrailingOrientation(
  png: Uint8Array,
  { trailingOrientation, described }: Ancillary,
): Uint8Array {
  if (trailingOrientation === 1) return png;
  const chunks = readChunks(png).filter(({ type }) => type !== 'eXIf');
  return writeChunks([...chunks.slice(0, -1), ...exifChunks(described), ...chunks.slice(-1)]);
}

/** Chunks of a file without those that only describe it. */
export function withoutDescriptions(chunks: readonly Chunk[]): Chunk[] {
  return chunks.filter(isShowing);
}

/** Whether a chunk holds the picture, or changes how viewers show it. */
export function isShowing({ type }: Chunk): boolean {
  return CRITICAL.has(type) || SHOWING.has(type);
}
