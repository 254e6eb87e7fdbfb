import type { WebpOptions } from '../codecs/image-codec.ts';
import type { EngineContext } from '../context.ts';
import { ACCEPTABLE_SCORE, chooseForTarget } from '../pictures/target-size.ts';
import type { Raster } from '../raster.ts';
import { wholeEncoder, type Encoded, type FloorRequest } from '../search/encode-to-floor.ts';
import { slopeAt } from '../search/quality-search.ts';
import { encodeToTarget } from '../search/encode-to-target.ts';
import { encodeWebpToFloor, webpSettings, type WebpFloorRequest } from '../search/encode-webp-to-floor.ts';
import { finishWebp, type WebpSource } from './compress-webp.ts';
import { isTooLargeToPack } from './packing-memory.ts';
import { withWebpMetadata } from './riff.ts';

/** Lossy files must shrink by this much before they are compressed with loss a second time. */
export const LOSSY_SHARE = 0.92;

/** Lossy files smaller than this are left alone: there is little to gain and much to lose. */
const SMALL_LOSSY_BYTES = 4096;

/**
 * Encodes a still WebP with loss, to the floor or to the target size.
 * @returns null where loss is not wanted, was already taken by us, or cannot reach the floor
 */
export async function encodeWebpLossy(
  source: WebpSource,
  stored: Raster,
  floor: number,
  context: EngineContext,
): Promise<{ bytes: Uint8Array; score: number } | null> {
  if (floor >= 100) return null;
  const { report, targetBytes, codecs } = context;
  if (targetBytes === undefined && isDone(source, floor)) {
    report.skipped(
      'already-compressed',
      'This picture is small or was compressed here before; more would harm its look.',
    );
    return null;
  }
  if (stored.channels % 2 === 0 && isTooLargeToPack(stored)) {
    report.skipped(
      'large-transparency',
      'Packing the transparency of so large a picture would take too much memory.',
    );
    return null;
  }
  const { raster, request } = await prepare(source, stored, floor, context);
  const finish = (reached: number) => (bare: Uint8Array) =>
    finishWebp(bare, source, source.plan.icc, reached);
  const webp = { ...request, codec: codecs.image, ...ways(raster, context) };
  if (targetBytes === undefined) {
    // A lossy source that could not be encoded notably smaller is left alone, as soon as that shows.
    const usefulBytes = (source.isLossless ? 1 : LOSSY_SHARE) * source.bytes.length;
    const found = await report.timed('search', () => encodeWebpToFloor(raster, { ...webp, usefulBytes }));
    if (!found && !source.isLossless) {
      report.skipped(
        'generation-loss',
        'Encoding the picture anew would have cost more quality than it saves.',
      );
    }
    const encoded = found && (await report.timed('search', () => withMoreEffort(raster, found, webp)));
    return encoded && { bytes: finish(floor)(encoded.bytes), score: encoded.score };
  }
  const overhead = (source.plan.icc?.length ?? 0) + 64;
  const fitting = await report.timed('search', () =>
    encodeToTarget(raster, webpSettings(webp), targetBytes - overhead, request),
  );
  return chooseForTarget(
    context,
    fitting,
    () => report.timed('search', () => encodeWebpToFloor(raster, { ...webp, floor: ACCEPTABLE_SCORE })),
    finish(ACCEPTABLE_SCORE),
  );
}

function isDone(source: WebpSource, floor: number): boolean {
  if (source.markedFloor !== null) return source.markedFloor <= floor + 3;
  return !source.isLossless && source.bytes.length < SMALL_LOSSY_BYTES;
}

async function prepare(
  source: WebpSource,
  stored: Raster,
  floor: number,
  { codecs, signal, budget }: EngineContext,
) {
  const { plan, bytes, orientation } = source;
  const { image } = codecs;
  const converted =
    plan.samples === 'srgb' || !plan.looksAsStored ? await image.decode(bytes, { colour: 'srgb' }) : stored;
  const common = { floor, orientation, signal, budget };
  if (plan.looksAsStored) {
    const request: FloorRequest = { ...common, decodeLook: (encoded) => image.decode(encoded) };
    return { raster: converted, request };
  }
  const request: FloorRequest = {
    ...common,
    look: converted,
    decodeLook: (encoded) =>
      image.decode(withWebpMetadata(encoded, { icc: plan.icc, exif: null, mark: null }), { colour: 'srgb' }),
  };
  return { raster: stored, request };
}

/**
 * Full effort, where it is affordable, takes twice as long, saves 1 to 4 % and looks a little better: spent only around
 * what was found.
 */
async function withMoreEffort(raster: Raster, found: Encoded, request: WebpFloorRequest): Promise<Encoded> {
  const isLarge = raster.width * raster.height > LARGE_PIXELS || request.budget.isSpent;
  const setting = webpSettings({ ...request, effort: 6 }).find(({ name }) => name === found.setting);
  if (isLarge || raster.channels % 2 === 0 || !setting) return found;
  const encodeAt = wholeEncoder(raster, {
    ...request,
    decodeLook: request.decodeLook ?? ((bytes) => request.codec.decode(bytes)),
  });
  let best = found;
  let { quality } = found;
  for (let trial = 0; trial < EFFORT_TRIALS && quality >= 1; trial++) {
    const encoded = await encodeAt(setting, quality);
    if (encoded.score < request.floor) break;
    if (encoded.bytes.length < best.bytes.length) best = encoded;
    quality -= Math.floor((encoded.score - request.floor) / slopeAt(encoded.score));
    if (quality >= best.quality) break;
  }
  return best;
}

const EFFORT_TRIALS = 3;

/** Up to here the slowest variant takes a third of a second. */
const THOROUGH_PIXELS = 500_000;

const LARGE_PIXELS = 4_000_000;

type Variant = Omit<WebpOptions, 'quality' | 'effort'>;

/**
 * Sharp chroma pays on coloured edges, the photo preset on some screens (5 %). Measured deblocking costs no bytes and
 * three times the time; where block edges show (flat or noisy areas at low quality) it saves up to 30 %. More effort is
 * for pictures where it takes less than a second or two.
 */
function ways(
  raster: Raster,
  { budget }: EngineContext,
): { effort: number; isThorough: boolean; variants: readonly Variant[] } {
  const hasAlpha = raster.channels === 4 || raster.channels === 2;
  const isLarge = raster.width * raster.height > LARGE_PIXELS || budget.isSpent;
  const plain: Variant[] = [{}, { smartSubsample: true }, { preset: 'photo' }, { smartDeblock: true }];
  // Coarser alpha halves pictures whose alpha is as detailed as their colours; the floor tells where it shows.
  const seeThrough: Variant[] = [
    {},
    { alphaQuality: 75 },
    { alphaQuality: 60 },
    { alphaQuality: 40 },
    { smartSubsample: true },
  ];
  const variants = hasAlpha ? seeThrough : plain;
  const isThorough = raster.width * raster.height < THOROUGH_PIXELS;
  return { effort: 4, isThorough, variants: isLarge ? variants.slice(0, 1) : variants };
}
