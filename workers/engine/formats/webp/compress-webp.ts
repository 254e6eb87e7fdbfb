import type { EngineContext } from '../../context.ts';
import { colourFindings, losslessPlan } from '../../metadata/colour-plan.ts';
import type { PictureOptions } from '../../picture-options.ts';
import { scoreFloorOf } from '../../api/presets.ts';
import { isOutOfProportion } from '../../budget/proportion.ts';
import type { Raster } from '../../base/raster.ts';
import { change, outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import type { ChosenEncoding } from '../../search/still/choose-encoding.ts';
import { compressStill } from '../../search/still/compress-still.ts';
import type { StillEncoder } from '../../search/still/still-encoder.ts';
import { compressAnimatedWebp } from './compress-animated-webp.ts';
import { prepareWebpLossy } from './encode-webp-lossy.ts';
import { LOSSLESS_SHARE, LOSSY_SHARE } from './tuning.ts';
import { packWebpLosslessly } from './pack-webp-losslessly.ts';
import { keptInWebp, metadataChanges } from './webp-findings.ts';
import { canvasSize, hasAlphaData, withTrueAlpha } from '../../containers/riff.ts';
import { readWebpSource, type WebpSource } from './webp-source.ts';

/**
 * Makes a WebP smaller: lossless ones also with loss above the preset's floor, lossy ones only where that pays well.
 * Profile, orientation, transparency, frames, delays and loop stay; other metadata is removed.
 * @throws EngineError "damaged" or "too-large"
 */
export async function compressWebp(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Outcome> {
  const source = await readWebpSource(bytes, options.embedded ?? false, context.keep);
  const floor = options.floor ?? scoreFloorOf(context);
  const isAnimated = source.chunks.some(({ type }) => type === 'ANMF');
  if (isAnimated) return withKept(await compressAnimatedWebp(source, floor, context));
  const size = { ...canvasSize(source.chunks), channels: hasAlphaData(source.chunks) ? 4 : 3 };
  if (!source.embedded && isOutOfProportion(size, bytes.length))
    return withKept(unchanged(bytes, { skips: [skip('too-much-work')] }));
  const raster = await context.steps.timed('decode', () =>
    context.codecs.image.decode(withTrueAlpha(bytes, source.chunks)),
  );
  context.onProgress(0.1);
  return withKept(outcomeOf(source, await compressStill(encoderOf(source, raster, context), floor, context)));
}

/** Adds findings about the bytes of an outcome. */
async function withKept(found: Outcome): Promise<Outcome> {
  return outcome(found.bytes, found, { kept: await keptInWebp(found.bytes) });
}

function encoderOf(source: WebpSource, raster: Raster, context: EngineContext): StillEncoder {
  const { bytes, isLossless, markedFloor } = source;
  const usualShare = isLossless ? LOSSLESS_SHARE : LOSSY_SHARE;
  return {
    source: bytes,
    lossyShare: context.target ? 1 : usualShare,
    markedFloor,
    prepareLossy: () => prepareWebpLossy(source, raster, context),
    packLosslessly: (bytesToBeat) => packWebpLosslessly(source, raster, bytesToBeat, context),
  };
}

function outcomeOf(source: WebpSource, { kind, bytes, findings }: ChosenEncoding): Outcome {
  if (kind === 'source') return outcome(bytes, findings);
  const savedBytes = source.bytes.length - bytes.length;
  const plan = kind === 'lossy' ? source.plan : losslessPlan(source.plan, source.icc);
  const { changes: profileChanges = [] } = colourFindings(plan, source.icc);
  return outcome(bytes, findings, {
    changes: [
      ...profileChanges,
      ...metadataChanges(source),
      change(kind === 'lossy' ? 're-encoded' : 're-coded', { savedBytes }),
    ],
  });
}
