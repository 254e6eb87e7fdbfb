import type { ChromaSubsampling } from '../codecs/image-codec.ts';
import type { EngineContext } from '../context.ts';
import { planColour, type ColourPlan } from '../metadata/colour-plan.ts';
import { markFor } from '../metadata/mark.ts';
import { ACCEPTABLE_SCORE, chooseForTarget } from '../pictures/target-size.ts';
import type { Raster } from '../raster.ts';
import type { Encoded, FloorRequest } from '../search/encode-to-floor.ts';
import { encodeJpegToFloor, jpegSettings, ONE_OF_MANY_PATIENCE } from '../search/encode-jpeg-to-floor.ts';
import { encodeToTarget } from '../search/encode-to-target.ts';
import type { JpegSource } from './compress-jpeg.ts';
import { withMetadata } from './rebuild.ts';

export interface RecompressedJpeg {
  readonly bytes: Uint8Array;
  readonly score: number;
  readonly convertsColour: boolean;
}

/**
 * Encodes a JPEG anew, with loss.
 * @param floor lowest visual score; 100 means no loss at all
 * @returns null where loss is not wanted, was already taken by us, or cannot reach the floor
 */
export async function recompressJpeg(
  source: JpegSource,
  floor: number,
  context: EngineContext,
): Promise<RecompressedJpeg | null> {
  if (floor >= 100) return null;
  const { report, targetBytes } = context;
  if (targetBytes === undefined && source.markedFloor !== null && source.markedFloor <= floor + 3) {
    report.skipped(
      'already-compressed',
      'This picture was compressed here before; more would harm its look.',
    );
    return null;
  }
  const { structure, gainMap } = source;
  const plan = planColour(structure.icc, source.raster.space === 'cmyk', source.isNested);
  // A gain map starts from the colours as stored: in another colour space it would lead elsewhere.
  if (gainMap && plan.samples === 'srgb') return null;
  const picture = await prepare(source, plan, context);
  const finish = (bare: Uint8Array, reached: number): Uint8Array =>
    withMetadata(bare, {
      icc: plan.icc,
      orientation: structure.exif.orientation,
      density: structure.density,
      comment: source.isNested ? null : markFor(reached),
      gainMap,
    });
  const { isOneOfMany, usefulBytes, enoughBytes, minQuality } = source.limits;
  const request = {
    ...picture.request,
    floor,
    codec: context.codecs.image,
    chroma: chromaChoices(source),
    ...(isOneOfMany ? { patience: ONE_OF_MANY_PATIENCE } : {}),
    ...(usefulBytes === undefined ? {} : { usefulBytes }),
    ...(enoughBytes === undefined ? {} : { enoughBytes }),
    ...(minQuality === undefined ? {} : { minQuality }),
  };
  const convertsColour = plan.samples === 'srgb';
  if (targetBytes === undefined) {
    const encoded = await report.timed('search', () => encodeJpegToFloor(picture.raster, request));
    return encoded && { bytes: finish(encoded.bytes, floor), score: encoded.score, convertsColour };
  }
  const mark = Math.min(floor, ACCEPTABLE_SCORE);
  const overhead = finish(new Uint8Array(2), mark).length - 2;
  const fitting = await report.timed('search', () =>
    encodeToTarget(picture.raster, jpegSettings(request), targetBytes - overhead, request),
  );
  const acceptable = (): Promise<Encoded | null> =>
    report.timed('search', () => encodeJpegToFloor(picture.raster, { ...request, floor: ACCEPTABLE_SCORE }));
  const chosen = await chooseForTarget(context, fitting, acceptable, (bytes) => finish(bytes, mark));
  return chosen && { ...chosen, convertsColour };
}

type Prepared = { raster: Raster; request: Omit<FloorRequest, 'floor'> };

/** What to encode, and how the source and candidates are shown. */
async function prepare(source: JpegSource, plan: ColourPlan, context: EngineContext): Promise<Prepared> {
  const { image } = context.codecs;
  const common = {
    orientation: source.structure.exif.orientation,
    signal: context.signal,
    budget: context.budget,
  };
  if (plan.looksAsStored) {
    const raster =
      plan.samples === 'srgb' ? await image.decode(source.bytes, { colour: 'srgb' }) : source.raster;
    return { raster, request: { ...common, decodeLook: (bytes) => image.decode(bytes) } };
  }
  const look = await image.decode(source.bytes, { colour: 'srgb' });
  const plain = { orientation: 1, density: null, comment: null };
  const decodeLook = (bytes: Uint8Array): Promise<Raster> =>
    image.decode(withMetadata(bytes, { icc: plan.icc, ...plain }), { colour: 'srgb' });
  return { raster: source.raster, request: { ...common, look, decodeLook } };
}

/** Full chroma only where the source has it, and then as a second choice: it wins on coloured graphics. */
function chromaChoices({ structure }: JpegSource): readonly ChromaSubsampling[] {
  return structure.isFullChroma && structure.components >= 3 ? ['4:2:0', '4:4:4'] : ['4:2:0'];
}
