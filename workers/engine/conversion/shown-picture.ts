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

/** A decoded picture as its file holds it. */
export interface StoredPicture {
  readonly raster: Raster;
  readonly plan: ColourPlan;
}

/** Decodes a picture; inks and large profiles become sRGB. @throws EngineError "damaged" or "too-large" */
export function decodeStored(facts: PictureFacts, { codecs, steps }: EngineContext): Promise<StoredPicture> {
  return steps.timed('decode', () => decode(facts, codecs));
}

/**
 * A decoded picture as it is shown: scaled, turned, and without an alpha channel that has no transparent pixel.
 * @param size upright, in px
 */
export async function showAt(
  { raster: stored, plan }: StoredPicture,
  facts: PictureFacts,
  size: Size,
  { codecs, steps, budget }: EngineContext,
): Promise<DecodedPicture> {
  const raster = await steps.timed('scale', () => {
    const isSame = sizeOf(facts).width === size.width && sizeOf(facts).height === size.height;
    if (!isSame)
      budget.charge((stored.width * stored.height + size.width * size.height) * 1e-6 * WORK_MS.resizePerMp);
    const asStored = isTurned(facts.orientation) ? { width: size.height, height: size.width } : size;
    return Promise.resolve(turnUpright(isSame ? stored : scaleRaster(stored, asStored), facts.orientation));
  });
  const shown = hasAlpha(raster) && isOpaque(raster) ? flatten(raster, '#ffffff') : raster;
  const { deep } = facts;
  const isStored = shown === stored && plan.samples !== 'srgb';
  const description = { icc: plan.icc, exif: facts.exif };
  return {
    ...shownPicture(shown, description, codecs),
    ...(deep && isStored ? { deepPng: () => describedPng(deep, description, codecs) } : {}),
    plan,
  };
}

/** Width and height as shown. */
export function sizeOf({ width, height, orientation }: PictureFacts): Size {
  return isTurned(orientation) ? { width: height, height: width } : { width, height };
}

async function decode({ bytes, icc }: PictureFacts, { image }: Codecs): Promise<StoredPicture> {
  const plan = planColour(icc, false, false);
  if (plan.samples === 'srgb') return { raster: await image.decode(bytes, { colour: 'srgb' }), plan };
  const raster = await image.decode(bytes);
  if (raster.space !== 'cmyk') return { raster, plan };
  const asScreens: ColourPlan = { icc: null, samples: 'srgb', looksAsStored: true };
  return { raster: await image.decode(bytes, { colour: 'srgb' }), plan: asScreens };
}

/** A picture with the means to write it. */
export function shownPicture(raster: Raster, { icc, exif }: Description, codecs: Codecs): ShownPicture {
  let png: Promise<Uint8Array> | undefined;
  return { raster, icc, exif, png: () => (png ??= plainPng(raster, { icc, exif }, codecs)) };
}

/** Packed by the engine's own deflate: the bytes are equal on every machine. */
async function plainPng(raster: Raster, description: Description, codecs: Codecs): Promise<Uint8Array> {
  const encoded = await codecs.image.encodePng(raster);
  const bare = await codecs.image.optimizePng(encoded, { keepChunks: false, effort: 'plain' });
  return describedPng(bare, description, codecs);
}

type Description = Pick<ShownPicture, 'icc' | 'exif'>;

async function describedPng(
  bare: Uint8Array,
  { icc, exif }: Description,
  { deflate }: Codecs,
): Promise<Uint8Array> {
  const [header, ...rest] = readChunks(bare);
  const described: Chunk[] = [
    ...(icc ? [await profileChunk(icc, deflate)] : []),
    ...(exif ? [{ type: 'eXIf', data: exif }] : []),
  ];
  return writeChunks([header!, ...described, ...rest]);
}
