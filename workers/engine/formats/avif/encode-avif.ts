import { EngineError } from '../../api/errors.ts';
import { scoreFloorOf } from '../../api/presets.ts';
import { outcome } from '../../api/report/findings.ts';
import type { Raster } from '../../base/raster.ts';
import type { AvifOptions } from '../../codecs/ports/image-codec.ts';
import { profileChunk, readChunks, writeChunks } from '../../containers/png/chunks.ts';
import type { EngineContext } from '../../context.ts';
import type { PictureEncoder, ShownPicture } from '../../picture-options.ts';
import { compressStill } from '../../search/still/compress-still.ts';
import { encodeToFloor } from '../../search/still/encode-to-floor.ts';
import type { DisplayRequest, Encoded, FloorRequest, Setting } from '../../search/still/floor-request.ts';
import { NO_RESULT, type LossyEncoder, type StillEncoder } from '../../search/still/still-encoder.ts';
import { wholeEncoder } from '../../search/still/whole-encoder.ts';
import { slopeAt } from '../../search/quality/next-quality.ts';
import { VARIANT_MARGIN_SHARE } from '../../search/tuning.ts';
import { withMarker } from './marker.ts';
import {
  FINEST,
  MAX_PIXELS,
  QUALITIES,
  RESULT_EFFORT,
  SECOND_CHROMA_TRIALS,
  SMALL_EFFORT,
  SMALL_GAIN_POINTS,
  SMALL_PIXELS,
  START_STEP,
  STEP_FACTOR,
  TRIAL_EFFORT,
  TRIAL_GAIN_POINTS,
} from './tuning.ts';

/** Writes a picture as an AVIF: quality and chroma are searched at little effort, the result is made at more and judged again. */
export const encodeAvif: PictureEncoder = async (picture, context, { maxBytes } = {}) => {
  const floor = scoreFloorOf(context);
  refuse(picture.raster, floor);
  const { image } = context.codecs;
  const encoderFor = (source: Uint8Array): StillEncoder => ({
    source,
    lossyShare: 1,
    markedFloor: null,
    prepareLossy: async () => ({ result: await prepare(picture, context, maxBytes), skips: [] }),
    packLosslessly: () => Promise.resolve(NO_RESULT),
  });
  const found = await compressStill(encoderFor(longerThanAny(picture.raster)), floor, context);
  if (found.kind !== 'source') return outcome(found.bytes, found.findings);
  const finest = await image.encodeAvif(picture.raster, { ...FINEST, ...(await descriptionOf(picture)) });
  const { bytes, findings } = await compressStill(encoderFor(finest), floor, context);
  return outcome(bytes, findings);
};

/** Stands for the finest AVIF, which few pictures need; its bytes are not read. */
function longerThanAny({ width, height }: Raster): Uint8Array {
  return new Uint8Array(8 * width * height + 10_000);
}

function refuse({ width, height }: Raster, floor: number): void {
  if (floor >= 100)
    throw new EngineError(
      'unsupported',
      'Our AVIF always loses something. Choose another preset than lossless, or the format png or webp.',
    );
  if (width * height > MAX_PIXELS)
    throw new EngineError(
      'unsupported',
      `An AVIF of more than ${MAX_PIXELS / 1e6} megapixels takes too long to make. Ask for a smaller size, such as maxSide=4000, or another format.`,
    );
}

/** The picture with its descriptions, where there are any, and with all bits of its samples. */
async function descriptionOf({ icc, exif, png, deepPng }: ShownPicture): Promise<Description> {
  return icc || exif || deepPng ? { described: await (deepPng ?? png)(), keepsExif: exif !== null } : {};
}

type Description = Pick<AvifOptions, 'described' | 'keepsExif'>;

async function prepare(
  picture: ShownPicture,
  context: EngineContext,
  maxBytes: number | undefined,
): Promise<LossyEncoder> {
  const { raster, icc, png } = picture;
  const { codecs, signal, budget } = context;
  const request: DisplayRequest = {
    ...(icc ? { reference: await codecs.image.decode(await png(), { colour: 'srgb' }) } : {}),
    decodeForDisplay: (bare) => decodeForDisplay(bare, icc, context),
    signal,
    budget,
  };
  const description = await descriptionOf(picture);
  const settings = settingsFor(raster, description, context);
  const limits = maxBytes === undefined ? {} : { maxBytes };
  const isSmall = raster.width * raster.height <= SMALL_PIXELS;
  const carefully = isSmall ? settingsFor(raster, description, context, SMALL_EFFORT) : [];
  return {
    raster,
    request,
    settings,
    encodeToFloor: async (floor) => {
      const found = await encodeToFloor(raster, settings, { ...request, ...limits, floor });
      const setting = carefully.find(({ name }) => name === found?.setting);
      const result =
        found && setting ? await withMoreEffort(raster, found, setting, { ...request, floor }) : found;
      return { result, skips: [] };
    },
    // Results carry their profile and EXIF already.
    finish: (bare, floor) => (context.target ? bare : withMarker(bare, floor)),
  };
}

/** What was found, made anew: a step lower where more effort should make up for it, and kept only where it is smaller and holds the floor. */
async function withMoreEffort(
  raster: Raster,
  found: Encoded,
  setting: Setting,
  request: FloorRequest,
): Promise<Encoded> {
  const makeWhole = wholeEncoder(raster, request);
  const isAmple = found.score + SMALL_GAIN_POINTS - request.floor >= slopeAt(found.score) * STEP_FACTOR;
  for (const quality of isAmple && found.quality > 0 ? [found.quality - 1, found.quality] : [found.quality]) {
    if (request.budget.isSpent) break;
    const { bytes, score } = await makeWhole({ setting, quality });
    if (score >= request.floor && bytes.length < found.bytes.length)
      return { bytes, score, quality, setting: setting.name };
  }
  return found;
}

/** Trials carry no profile: what they decode to is shown by that of the picture. */
async function decodeForDisplay(
  bare: Uint8Array,
  icc: Uint8Array | null,
  { codecs: { image, deflate } }: EngineContext,
): Promise<Raster> {
  const stored = await image.decode(bare);
  if (!icc) return stored;
  const [header, ...rest] = readChunks(await image.encodePng(stored));
  return image.decode(writeChunks([header!, await profileChunk(icc, deflate), ...rest]), { colour: 'srgb' });
}

/** Full chroma is the second choice: it wins on coloured graphics. */
function settingsFor(
  { channels }: Raster,
  description: Description,
  { codecs: { image } }: EngineContext,
  resultEffort = RESULT_EFFORT,
): Setting[] {
  const chromas: readonly AvifOptions['chroma'][] = channels < 3 ? ['4:2:0'] : ['4:2:0', '4:4:4'];
  return chromas.map((chroma, index) => {
    const encodeWith =
      (options: Description & Pick<AvifOptions, 'effort' | 'depth'>): Setting['encode'] =>
      (picture, step) =>
        image.encodeAvif(picture, { ...options, quality: QUALITIES[step]!, chroma });
    return {
      name: chroma,
      start: START_STEP,
      max: QUALITIES.length - 1,
      stepFactor: STEP_FACTOR,
      encode: once(encodeWith({ effort: resultEffort, depth: 10, ...description })),
      encodeTrial: encodeWith({ effort: TRIAL_EFFORT, depth: 8 }),
      hasOtherTrials: true,
      trialGainPoints: TRIAL_GAIN_POINTS,
      ...(index === 0 ? {} : { maxTrials: SECOND_CHROMA_TRIALS, marginShare: VARIANT_MARGIN_SHARE }),
    };
  });
}

/** Results are asked for again: by the search at the floor of a gentler preset. They are always of the same picture. */
function once(encode: Setting['encode']): Setting['encode'] {
  const made = new Map<number, Promise<Uint8Array>>();
  return (picture, step) => {
    const known = made.get(step) ?? encode(picture, step);
    made.set(step, known);
    return known;
  };
}
