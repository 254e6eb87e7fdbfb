import type { WebpOptions } from '../codecs/image-codec.ts';
import type { EngineContext } from '../context.ts';
import { ACCEPTABLE_SCORE, chooseForTarget } from '../pictures/target-size.ts';
import type { Raster } from '../raster.ts';
import type { FloorRequest } from '../search/encode-to-floor.ts';
import { encodeToTarget } from '../search/encode-to-target.ts';
import { encodeWebpToFloor, webpSettings } from '../search/encode-webp-to-floor.ts';
import { finishWebp, type WebpSource } from './compress-webp.ts';
import { withWebpMetadata } from './riff.ts';

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
  const { raster, request } = await prepare(source, stored, floor, context);
  const finish = (reached: number) => (bare: Uint8Array) =>
    finishWebp(bare, source, source.plan.icc, reached);
  const webp = { ...request, codec: codecs.image, ...ways(raster, context) };
  if (targetBytes === undefined) {
    const encoded = await report.timed('search', () => encodeWebpToFloor(raster, webp));
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

type Variant = Omit<WebpOptions, 'quality' | 'effort'>;

/**
 * Sharp chroma pays on coloured edges, the photo preset on some screens (5 %). Measured deblocking costs no bytes and
 * three times the time; where block edges show (flat or noisy areas at low quality) it saves up to 30 %. More effort is
 * for pictures where it takes less than a second or two.
 */
function ways(raster: Raster, { budget }: EngineContext): { effort: number; variants: readonly Variant[] } {
  const hasAlpha = raster.channels === 4 || raster.channels === 2;
  const isLarge = raster.width * raster.height > 4_000_000 || budget.isSpent;
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
  return { effort: isLarge || hasAlpha ? 4 : 6, variants: isLarge ? variants.slice(0, 1) : variants };
}
