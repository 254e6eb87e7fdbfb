import { PRESET_INFO } from '../../api/presets.ts';
import type { EngineContext } from '../../context.ts';
import { isEngineError } from '../../api/errors.ts';
import { checkPixels } from '../../api/limits.ts';
import { isOutOfProportion } from '../../budget/proportion.ts';
import { equalRasters, type Raster } from '../../base/raster.ts';
import { encodeJpegToFloor } from '../../search/still/encode-jpeg-to-floor.ts';
import { readGainMapInfo, type GainMapInfo } from './gain-map-info.ts';
import { readJpegStructure, type JpegStructure } from '../../containers/jpeg/segments.ts';
import { withSegments } from './rebuild.ts';
import { LOSSY_SHARE, MAX_FURTHER_PICTURES } from './tuning.ts';

/** A gain map: the brightness to add where a screen can show more than standard dynamic range. */
export interface GainMap {
  /** A JPEG; without metadata where it is packed. */
  readonly bytes: Uint8Array;
  readonly info: GainMapInfo;
  /** Where the map starts in the source, counted from the end of the picture, and its length there. */
  readonly source: { readonly start: number; readonly length: number };
}

/**
 * The gain map that follows a picture, as it is.
 * @returns null where there is none that can be read, or nothing tells how to apply it
 * Source: Ultra HDR Image Format v1.1; ISO 21496-1; CIPA DC-007 (multi-picture format).
 */
export function findGainMap({ segments, trailing }: JpegStructure): GainMap | null {
  for (const bytes of picturesIn(trailing)) {
    const map = readJpegStructure(bytes);
    const info = readGainMapInfo(segments, map.segments);
    const isUsual = !isOutOfProportion({ ...map, channels: map.components }, bytes.length);
    const start = bytes.byteOffset - trailing.byteOffset;
    if (info && isUsual) return { bytes, info, source: { start, length: bytes.length } };
  }
  return null;
}

/**
 * A gain map, packed as small as its own floor allows.
 * @param floor       lowest visual score of the picture; 100 means no loss at all
 * @param allowsLossy false where an earlier pass already encoded it with loss
 * @returns null where it is broken
 */
export async function packGainMap(
  found: GainMap,
  { floor, allowsLossy }: { floor: number; allowsLossy: boolean },
  context: EngineContext,
): Promise<GainMap | null> {
  try {
    const map = readJpegStructure(found.bytes);
    checkPixels(map.width, map.height);
    return { ...found, bytes: await pack(found.bytes, map, { floor, allowsLossy }, context) };
  } catch (error) {
    // A broken map does not make the picture unreadable: it is removed.
    if (!isEngineError(error)) throw error;
    return null;
  }
}

/** The pictures that follow the first one: each starts with a marker and ends where its own scans end. */
export function* picturesIn(trailing: Uint8Array): Generator<Uint8Array> {
  let starts = 0;
  for (let at = 0; at + 4 < trailing.length && starts < MAX_FURTHER_PICTURES; at++) {
    at = trailing.indexOf(0xff, at);
    if (at < 0) return;
    if (trailing[at + 1] !== 0xd8 || trailing[at + 2] !== 0xff) continue;
    starts++;
    const rest = trailing.subarray(at);
    const after = lengthAfter(rest);
    if (after === null) continue;
    yield rest.subarray(0, rest.length - after);
    at = trailing.length - after - 1;
  }
}

function lengthAfter(bytes: Uint8Array): number | null {
  try {
    return readJpegStructure(bytes).trailing.length;
  } catch {
    // Two bytes of a video may look like the start of a picture.
    return null;
  }
}

async function pack(
  bytes: Uint8Array,
  map: JpegStructure,
  { floor, allowsLossy }: { floor: number; allowsLossy: boolean },
  context: EngineContext,
): Promise<Uint8Array> {
  const { image } = context.codecs;
  const raster = await image.decode(bytes);
  const lossless = await transcodedMap(bytes, raster, context);
  if (floor >= 100 || !allowsLossy || raster.space === 'cmyk') return lossless;
  const encoded = await encodeJpegToFloor(raster, {
    // Errors of a map are multiplied into light.
    floor: Math.max(floor, PRESET_INFO.high.scoreFloor),
    codec: image,
    chroma: map.isFullChroma && map.components >= 3 ? ['4:2:0', '4:4:4'] : ['4:2:0'],
    decodeForDisplay: (candidate) => image.decode(candidate),
    maxBytes: LOSSY_SHARE.lowQuality * lossless.length,
    signal: context.signal,
    budget: context.budget,
  });
  return encoded && encoded.bytes.length <= LOSSY_SHARE.lowQuality * lossless.length
    ? encoded.bytes
    : lossless;
}

async function transcodedMap(
  bytes: Uint8Array,
  raster: Raster,
  { codecs }: EngineContext,
): Promise<Uint8Array> {
  const packed = await codecs.image.transcodeJpeg(bytes);
  const isSame = packed.length < bytes.length && equalRasters(await codecs.image.decode(packed), raster);
  return isSame ? packed : withSegments(bytes, []);
}
