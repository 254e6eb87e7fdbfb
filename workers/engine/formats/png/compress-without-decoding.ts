import { orIfRefused } from '../../api/errors.ts';
import { change, outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import { isOutOfProportion } from '../../budget/proportion.ts';
import { writeChunks } from '../../containers/png/chunks.ts';
import type { EngineContext } from '../../context.ts';
import { displayChunks, withTrailingOrientation } from './metadata/kept-chunks.ts';
import { metadataChanges } from './png-findings.ts';
import { isAnimatedPng, type PngSource } from './png-source.ts';
import { repackPng } from './repack-png.ts';
import { channelsOf, rowsBytesOf } from './rows-bytes.ts';
import {
  BEST_LEVEL,
  BITMAP_BYTES,
  MOST_SIDE_PX,
  REPACKED_BYTES,
  REPACKED_LEVEL,
  SMALL_FILE_SAMPLES,
} from './tuning.ts';

/** Whether a picture has more samples than its bytes justify, or sides that cannot be written. */
export function isOutOfReach({ header, bytes, embedded }: PngSource): boolean {
  const { width, height } = header;
  if (Math.max(width, height) > MOST_SIDE_PX) return true;
  // Samples of two bytes count twice.
  const channels = channelsOf(header) * (header.depth === 16 ? 2 : 1);
  return !embedded && isOutOfProportion({ width, height, channels }, bytes.length, SMALL_FILE_SAMPLES);
}

/** Compresses without decoding: packs the rows of a still anew where they are few enough, and keeps an animation. */
export async function compressWithoutDecoding(
  source: PngSource,
  { codecs, steps }: EngineContext,
): Promise<Outcome> {
  const found = { skips: [skip('too-much-work')] };
  const rowsBytes = rowsBytesOf(source.header);
  if (isAnimatedPng(source) || rowsBytes > REPACKED_BYTES) return unchanged(source.bytes, found);
  const shown = writeChunks(displayChunks(source.chunks, source.ancillary));
  const level = rowsBytes > BITMAP_BYTES ? REPACKED_LEVEL : BEST_LEVEL;
  const repacked = await steps.timed('pack', () =>
    repackPng(shown, codecs.deflate, rowsBytes, level).catch(orIfRefused(shown)),
  );
  const packed = withTrailingOrientation(repacked, source.ancillary);
  const savedBytes = source.bytes.length - packed.length;
  if (savedBytes <= 0) return unchanged(source.bytes, found);
  return outcome(packed, found, { changes: [change('packed', { savedBytes }), ...metadataChanges(source)] });
}
