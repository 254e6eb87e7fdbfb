import { concatBytes, latin1, viewOf } from '../bytes.ts';
import type { DeflateCodec } from '../codecs/deflate-codec.ts';
import { orIfRefused } from '../errors.ts';
import { orientationExif, readExif } from '../metadata/exif.ts';
import { generationMarker, readMarker } from '../metadata/generation-marker.ts';
import { readChunks, writeChunks, type Chunk } from '../containers/png-chunks.ts';

/** Chunks that show the picture right or make it move: colour, density, animation. All other ancillary chunks go. */
const SHOWING = new Set([
  'gAMA',
  'cHRM',
  'cICP',
  'mDCV',
  'cLLI',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
  'tRNS',
  'sBIT',
]);

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

export interface Ancillary {
  /** EXIF orientation that browsers follow, 1-8. */
  readonly orientation: number;
  /** EXIF orientation that stands after the samples, where most programs do not see it, 1-8. */
  readonly lateOrientation: number;
  readonly hasLocation: boolean;
  /** The ICC profile, or null. */
  readonly icc: Uint8Array | null;
  /** Our generation marker, or null. */
  readonly marker: string | null;
}

const MAX_PROFILE_BYTES = 16 * 1024 * 1024;

/** What the ancillary chunks say. A broken profile counts as none, as it does for viewers. */
export async function readAncillary(chunks: readonly Chunk[], deflate: DeflateCodec): Promise<Ancillary> {
  const exifAt = chunks.findIndex(({ type }) => type === 'eXIf');
  const isLate = exifAt > chunks.findIndex(({ type }) => type === 'IDAT');
  const info = exifAt < 0 ? { orientation: 1, hasLocation: false } : readExif(chunks[exifAt]!.data);
  const profile = chunks.find(({ type }) => type === 'iCCP');
  const text = chunks.find(({ type, data }) => type === 'tEXt' && data.length <= 8);
  return {
    orientation: isLate ? 1 : info.orientation,
    lateOrientation: isLate ? info.orientation : 1,
    hasLocation: info.hasLocation,
    icc: profile ? await readProfile(profile.data, deflate) : null,
    marker: text ? latin1(text.data).replace('\0', '') : null,
  };
}

function isMarker({ type, data }: Chunk): boolean {
  return type === 'tEXt' && data.length <= 8 && readMarker(latin1(data).replace('\0', '')) !== null;
}

/** The generation marker that keeps a second pass from taking more. @param floor that the picture was brought down to */
export function markerChunk(floor: number): Chunk {
  return { type: 'tEXt', data: new TextEncoder().encode(`fp\0${generationMarker(floor).slice(2)}`) };
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

/** The profile as a chunk, packed as small as can be. */
export async function profileChunk(icc: Uint8Array, deflate: DeflateCodec): Promise<Chunk> {
  const packed = await deflate.deflate(icc, { format: 'zlib', level: 12 });
  // A name of one letter, its end, and compression method 0.
  return { type: 'iCCP', data: concatBytes([Uint8Array.of(0x69, 0, 0), packed]) };
}

/**
 * Colour, density and orientation chunks to put into a result, in the order that PNG asks for (before PLTE).
 * gAMA and cHRM mean nothing beside a profile.
 */
export async function metadataChunks(
  source: readonly Chunk[],
  ancillary: Ancillary,
  icc: Uint8Array | null,
  deflate: DeflateCodec,
): Promise<Chunk[]> {
  const isPlain = icc === null && ancillary.icc !== null;
  const colour = source.filter(({ type }) => ['cICP', 'gAMA', 'cHRM'].includes(type));
  const kept = icc
    ? [await profileChunk(icc, deflate)]
    : isPlain
      ? []
      : colour.filter((chunk) => !isUsualGamma(chunk));
  const density = source.filter(({ type }) => type === 'pHYs');
  const { orientation } = ancillary;
  const exif = orientation > 1 ? [{ type: 'eXIf', data: orientationExif(orientation) }] : [];
  return [...kept, ...density, ...exif];
}

/** Puts an orientation that stood after the samples back there: every program shows the result as it shows the source. */
export function withLateOrientation(png: Uint8Array, { lateOrientation }: Ancillary): Uint8Array {
  if (lateOrientation === 1) return png;
  const chunks = readChunks(png).filter(({ type }) => type !== 'eXIf');
  const exif = { type: 'eXIf', data: orientationExif(lateOrientation) };
  return writeChunks([...chunks.slice(0, -1), exif, ...chunks.slice(-1)]);
}

/** Chunks of a file without those that only describe it. */
export function withoutDescriptions(chunks: readonly Chunk[]): Chunk[] {
  return chunks.filter(({ type }) => CRITICAL.has(type) || SHOWING.has(type) || type === 'bKGD');
}

/** Chunks that go without a word: they repeat what the samples or the profile say. */
const REDUNDANT = new Set(['bKGD', 'iCCP', 'sRGB', 'hIST']);

/** Names of descriptions for the report. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  tEXt: 'text',
  zTXt: 'text',
  iTXt: 'text',
  eXIf: 'camera data',
  tIME: 'time of the last change',
};

/** The descriptions (text, time, thumbnails, foreign chunks) of a file: their bytes, and what they are in words. */
export function descriptionsIn(chunks: readonly Chunk[]): { bytes: number; parts: string } {
  const found = chunks.filter((chunk) => {
    const { type } = chunk;
    return !CRITICAL.has(type) && !SHOWING.has(type) && !REDUNDANT.has(type) && !isMarker(chunk);
  });
  const parts = new Set(found.map(({ type }) => DESCRIPTIONS[type] ?? 'data of other programs'));
  return { bytes: found.reduce((sum, { data }) => sum + data.length + 12, 0), parts: [...parts].join(', ') };
}

/** 1/2.2 and the primaries of sRGB say nothing new; other gammas change how browsers show the picture. */
function isUsualGamma({ type, data }: Chunk): boolean {
  const view = viewOf(data);
  if (type === 'gAMA') return data.length === 4 && Math.abs(view.getUint32(0) - 45455) < 10;
  return type === 'cHRM' && data.length === 32 && view.getUint32(0) === 31270 && view.getUint32(8) === 64000;
}
