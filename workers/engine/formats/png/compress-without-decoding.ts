import { orIfRefused } from '../../api/errors.ts';
import { change, outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import { isOutOfProportion } from '../../budget/proportion.ts';
import { SMALL_FILE_SAMPLES } from '../../budget/tuning.ts';
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
  SMALL_PLAIN_PIXELS,
} from './tuning.ts';

/** Whether a picture has more samples than its bytes justify, or sides that cannot be written. */
export function isOutOfReach(source: PngSource): boolean {
  const { width, height } = source.header;
  if (Math.max(width, height) > MOST_SIDE_PX) return true;
  return isTooLong(source, isPlain(source) ? Infinity : SMALL_FILE_SAMPLES);
}

/** Whether packing all samples anew takes more memory than a file is worth: its rows are there twice. */
export function isTooLongToPack(source: PngSource): boolean {
  return isTooLong(source, SMALL_FILE_SAMPLES);
}

/** @param smallSamples most that a file of up to 1 MB may have */
function isTooLong({ header, bytes, embedded }: PngSource, smallSamples: number): boolean {
  const { width, height, depth } = header;
  // Samples of two bytes count twice.
  const channels = channelsOf(header) * (depth === 16 ? 2 : 1);
  return !embedded && isOutOfProportion({ width, height, channels }, bytes.length, smallSamples);
}

/** Whether a still is small enough to be looked at in bands, and its samples are what is shown: else both are in memory. */
function isPlain(source: PngSource): boolean {
  const { header, ancillary, colours } = source;
  if (isAnimatedPng(source) || header.width * header.height > SMALL_PLAIN_PIXELS) return false;
  return header.depth <= 8 && ancillary.icc === null && colours === 'srgb';
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
