import type { EngineContext } from '../context.ts';
import { isEngineError } from '../errors.ts';
import { checkPixels } from '../limits.ts';
import type { Raster } from '../raster.ts';
import { encodeJpegToFloor } from '../search/encode-jpeg-to-floor.ts';
import { readGainMapFacts, type GainMapFacts } from './gain-map-facts.ts';
import { sameSamples } from './same-samples.ts';
import { readJpegStructure, startsWith, type JpegStructure } from './segments.ts';

/** A gain map, ready to follow a picture: what brightness it adds where a screen can show more than standard range. */
export interface GainMap {
  /** A JPEG without metadata. */
  readonly bytes: Uint8Array;
  readonly facts: GainMapFacts;
  /** Length of the map in the source. */
  readonly sourceBytes: number;
}

/** What a gain map gets wrong is multiplied into light, so that it is held to more than the picture. */
const GAIN_MAP_FLOOR = 85;

/** A re-encoding of the map must save this share: it is small beside the picture. */
const WORTHWHILE = 0.9;

/**
 * The gain map that follows a picture, packed as small as its own floor allows.
 * @param floor     lowest visual score of the picture; 100 means no loss at all
 * @param mayLose   false where it was encoded with loss here before
 * @returns null where there is none, or none of a kind that more than one maker's programs read
 * Source: Ultra HDR Image Format v1.1; ISO 21496-1; CIPA DC-007 (multi-picture format).
 */
export async function compressGainMap(
  structure: JpegStructure,
  { floor, mayLose }: { floor: number; mayLose: boolean },
  context: EngineContext,
): Promise<GainMap | null> {
  for (const bytes of picturesIn(structure.trailing)) {
    try {
      const map = readJpegStructure(bytes);
      const facts = readGainMapFacts(structure.segments, map.segments);
      if (!facts) continue;
      checkPixels(map.width, map.height);
      const packed = await pack(bytes, map, { floor, mayLose }, context);
      return { bytes: packed, facts, sourceBytes: bytes.length };
    } catch (error) {
      // A broken map does not make the picture unreadable: it goes, as if it were not there.
      if (!isEngineError(error)) throw error;
    }
  }
  return null;
}

/** The pictures that follow the first one: each starts with a marker and ends where its own scans end. */
function* picturesIn(trailing: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at + 4 < trailing.length; at++) {
    at = trailing.indexOf(0xff, at);
    if (at < 0) return;
    if (trailing[at + 1] !== 0xd8 || trailing[at + 2] !== 0xff) continue;
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
    // Two bytes of a film may look like the start of a picture.
    return null;
  }
}

async function pack(
  bytes: Uint8Array,
  map: JpegStructure,
  { floor, mayLose }: { floor: number; mayLose: boolean },
  context: EngineContext,
): Promise<Uint8Array> {
  const { image } = context.codecs;
  const raster = await image.decode(bytes);
  const lossless = await withoutLoss(bytes, raster, context);
  if (floor >= 100 || !mayLose || raster.space === 'cmyk') return lossless;
  const encoded = await encodeJpegToFloor(raster, {
    floor: Math.max(floor, GAIN_MAP_FLOOR),
    codec: image,
    chroma: map.isFullChroma && map.components >= 3 ? ['4:2:0', '4:4:4'] : ['4:2:0'],
    decodeLook: (candidate) => image.decode(candidate),
    usefulBytes: WORTHWHILE * lossless.length,
    signal: context.signal,
    budget: context.budget,
  });
  return encoded && encoded.bytes.length <= WORTHWHILE * lossless.length ? encoded.bytes : lossless;
}

async function withoutLoss(
  bytes: Uint8Array,
  raster: Raster,
  { codecs }: EngineContext,
): Promise<Uint8Array> {
  const packed = await codecs.image.transcodeJpeg(bytes);
  const isSame = packed.length < bytes.length && sameSamples(await codecs.image.decode(packed), raster);
  return isSame ? packed : withoutMetadata(bytes);
}

/** Drops application data and comments but for the colour transform that Adobe's segment names. */
function withoutMetadata(bytes: Uint8Array): Uint8Array {
  const { segments } = readJpegStructure(bytes);
  const dropped = segments.filter(
    ({ marker, payload }) =>
      marker === 0xfe ||
      (marker > 0xe0 && marker <= 0xef && !(marker === 0xee && startsWith(payload, 'Adobe'))),
  );
  const parts: number[][] = [];
  let from = 0;
  for (const { payload } of dropped) {
    const start = payload.byteOffset - bytes.byteOffset - 4;
    parts.push([from, start]);
    from = start + 4 + payload.length;
  }
  parts.push([from, bytes.length]);
  const result = new Uint8Array(parts.reduce((sum, [start, end]) => sum + end! - start!, 0));
  parts.reduce((at, [start, end]) => (result.set(bytes.subarray(start, end), at), at + end! - start!), 0);
  return result;
}
