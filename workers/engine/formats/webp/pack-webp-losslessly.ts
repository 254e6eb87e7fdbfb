import type { EngineContext } from '../../context.ts';
import { losslessPlan } from '../../metadata/colour-plan.ts';
import { equalWhereVisible, type Raster } from '../../base/raster.ts';
import { skip } from '../../api/report/findings.ts';
import { NO_RESULT, type StepResult } from '../../search/still/still-encoder.ts';
import { isTooLargeToPack } from './packing-memory.ts';
import { MARKER_CHUNK, writeRiff } from '../../containers/riff.ts';
import { finishWebp, type WebpSource } from './webp-source.ts';
import { LARGE_PACKING_EFFORT, PACKING_EFFORT, LARGE_PACKING_PIXELS, WORTH_PACKING_SHARE } from './tuning.ts';

/**
 * A still WebP with the same visible samples in fewer bytes: a lossless one packed more tightly, a lossy one without its
 * descriptions.
 * @param bytesToBeat of the lossy encode, or the target size
 */
export async function packWebpLosslessly(
  source: WebpSource,
  raster: Raster,
  bytesToBeat: number,
  context: EngineContext,
): Promise<StepResult<Uint8Array>> {
  const { icc } = losslessPlan(source.plan, source.icc);
  if (!source.isLossless) return { result: withoutDescriptions(source, icc), skips: [] };
  if (bytesToBeat < WORTH_PACKING_SHARE * source.bytes.length) return NO_RESULT;
  if (isTooLargeToPack(raster, source.bytes.length)) return { result: null, skips: [skip('large-lossless')] };
  const { image } = context.codecs;
  const result = await context.steps.timed('re-code', async () => {
    const isSmall = raster.width * raster.height < LARGE_PACKING_PIXELS && !context.budget.isSpent;
    const effort = isSmall ? PACKING_EFFORT : LARGE_PACKING_EFFORT;
    const encoded = await image.encodeWebp(raster, { quality: 90, lossless: true, effort });
    const isSame = equalWhereVisible(raster, await image.decode(encoded));
    return isSame ? finishWebp(encoded, source, icc, null) : null;
  });
  return { result, skips: [] };
}

const PICTURE_CHUNKS = ['VP8X', 'VP8 ', 'VP8L', 'ALPH'];

/** The bitstream without camera data and editing history, or null when there is none to remove. */
function withoutDescriptions(source: WebpSource, icc: Uint8Array | null): Uint8Array | null {
  const known = [...PICTURE_CHUNKS, 'ICCP', MARKER_CHUNK];
  if (source.chunks.every(({ type }) => known.includes(type))) return null;
  const bare = writeRiff(source.chunks.filter(({ type }) => PICTURE_CHUNKS.includes(type)));
  return finishWebp(bare, source, icc, source.markedFloor);
}
