import { hasAlpha, type Raster } from '../base/raster.ts';
import { WORK_MS } from '../budget/work-costs.ts';
import type { Codecs } from '../codecs/ports/codecs.ts';
import { profileChunk, readChunks, writeChunks, type Chunk } from '../containers/png/chunks.ts';
import type { EngineContext } from '../context.ts';
import { planColour, type ColourPlan } from '../metadata/colour-plan.ts';
import type { PictureFacts, ShownPicture } from '../picture-options.ts';
import { flatten, isOpaque } from './flatten.ts';
import type { Size } from './fit-inside.ts';
import { scaleRaster } from './scale-raster.ts';
import { isTurned, turnUpright } from './turn-upright.ts';

/** A decoded picture, upright and scaled, with what becomes of its profile. */
export interface DecodedPicture extends ShownPicture {
  readonly plan: ColourPlan;
}

/**
 * Decodes a picture as it is shown. Inks and large profiles become sRGB; an alpha channel without a transparent pixel goes.
 * @param size upright, in px
 * @throws EngineError "damaged" or "too-large"
 */
export async function decodeShown(
  facts: PictureFacts,
  size: Size,
  { codecs, steps, budget }: EngineContext,
): Promise<DecodedPicture> {
  const { stored, plan } = await steps.timed('decode', () => decode(facts, codecs));
  const raster = await steps.timed('scale', () => {
    const isSame = sizeOf(facts).width === size.width && sizeOf(facts).height === size.height;
    if (!isSame)
      budget.charge((stored.width * stored.height + size.width * size.height) * 1e-6 * WORK_MS.resizePerMp);
    const asStored = isTurned(facts.orientation) ? { width: size.height, height: size.width } : size;
    return Promise.resolve(turnUpright(isSame ? stored : scaleRaster(stored, asStored), facts.orientation));
  });
  const shown = hasAlpha(raster) && isOpaque(raster) ? flatten(raster, '#ffffff') : raster;
  return { ...shownPicture(shown, { icc: plan.icc, exif: facts.exif }, codecs), plan };
}

/** Width and height as shown. */
export function sizeOf({ width, height, orientation }: PictureFacts): Size {
  return isTurned(orientation) ? { width: height, height: width } : { width, height };
}

async function decode(
  { bytes, icc }: PictureFacts,
  { image }: Codecs,
): Promise<{ stored: Raster; plan: ColourPlan }> {
  const plan = planColour(icc, false, false);
  if (plan.samples === 'srgb') return { stored: await image.decode(bytes, { colour: 'srgb' }), plan };
  const stored = await image.decode(bytes);
  if (stored.space !== 'cmyk') return { stored, plan };
  const asScreens: ColourPlan = { icc: null, samples: 'srgb', looksAsStored: true };
  return { stored: await image.decode(bytes, { colour: 'srgb' }), plan: asScreens };
}

/** A picture with the means to write it. */
export function shownPicture(
  raster: Raster,
  { icc, exif }: Pick<ShownPicture, 'icc' | 'exif'>,
  codecs: Codecs,
): ShownPicture {
  let png: Promise<Uint8Array> | undefined;
  return { raster, icc, exif, png: () => (png ??= plainPng(raster, { icc, exif }, codecs)) };
}

/** Packed by the engine's own deflate: the bytes are equal on every machine. */
async function plainPng(
  raster: Raster,
  { icc, exif }: Pick<ShownPicture, 'icc' | 'exif'>,
  { image, deflate }: Codecs,
): Promise<Uint8Array> {
  const encoded = await image.encodePng(raster);
  const bare = await image.optimizePng(encoded, { keepChunks: false, effort: 'plain' });
  const [header, ...rest] = readChunks(bare);
  const described: Chunk[] = [
    ...(icc ? [await profileChunk(icc, deflate)] : []),
    ...(exif ? [{ type: 'eXIf', data: exif }] : []),
  ];
  return writeChunks([header!, ...described, ...rest]);
}
