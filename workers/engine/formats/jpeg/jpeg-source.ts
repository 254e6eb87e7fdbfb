import type { EngineContext } from '../../context.ts';
import type { ImageCodec } from '../../codecs/ports/image-codec.ts';
import { isEngineError } from '../../api/errors.ts';
import { planColour, type ColourPlan } from '../../metadata/colour-plan.ts';
import type { PictureOptions } from '../../picture-options.ts';
import type { Raster } from '../../base/raster.ts';
import type { JpegStructure } from '../../containers/jpeg/segments.ts';
import { findMarker } from './kept-descriptions.ts';
import type { JpegOptions, WhatStays } from './what-stays.ts';

/** A JPEG on its way through the steps. */
export interface JpegSource {
  readonly bytes: Uint8Array;
  readonly structure: JpegStructure;
  /** Samples as stored, to be released. */
  readonly raster: Raster;
  /** Its coded samples are broken, and what decoders make of them differs: one says little of what people see. */
  readonly isBroken: boolean;
  /** What becomes of the colour profile. */
  readonly plan: ColourPlan;
  readonly embedded: boolean;
  /** How far the search is worth going. */
  readonly limits: Pick<PictureOptions, 'effort' | 'maxBytes' | 'enoughBytes' | 'minQuality'>;
  /** Floor of an earlier pass, by its generation marker, or null. */
  readonly markedFloor: number | null;
  /** What is with the picture and stays. */
  readonly stays: WhatStays;
}

/**
 * Decodes a JPEG.
 * @param structure as read and checked
 * @throws EngineError "damaged" or "too-large"
 */
export async function readJpegSource(
  bytes: Uint8Array,
  { structure, stays }: Pick<JpegSource, 'structure' | 'stays'>,
  options: JpegOptions,
  context: EngineContext,
): Promise<JpegSource> {
  const decoded = await context.steps.timed('decode', () => decode(bytes, context.codecs.image));
  const embedded = options.embedded ?? false;
  return {
    bytes,
    structure,
    ...decoded,
    plan: planColour(structure.icc, decoded.raster.space === 'cmyk', embedded),
    embedded,
    limits: options,
    markedFloor: findMarker(structure),
    stays,
  };
}

async function decode(
  bytes: Uint8Array,
  image: ImageCodec,
): Promise<Pick<JpegSource, 'raster' | 'isBroken'>> {
  try {
    return { raster: await image.decode(bytes, { strict: true, isLent: true }), isBroken: false };
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return { raster: await image.decode(bytes, { isLent: true }), isBroken: isBrokenScan(error.cause) };
  }
}

/** libjpeg's complaints of a scan that is broken. Stray bytes count where a restart should be, and nowhere else. */
const BROKEN_SCAN = /Corrupt JPEG data: (?!\d+ extraneous bytes before marker 0x(?!d[0-7]))/;

function isBrokenScan(complaint: unknown): boolean {
  // Exceptions of WebAssembly are no errors, and have their kind and words in a list.
  return BROKEN_SCAN.test(String((complaint as { readonly message?: unknown } | undefined)?.message));
}
