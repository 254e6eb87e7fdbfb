import type { EngineContext, KindCompressor } from '../context.ts';
import { checkPixels } from '../limits.ts';
import { colourFindings } from '../metadata/colour-plan.ts';
import { readMarker } from '../metadata/generation-marker.ts';
import type { PictureOptions } from '../picture-options.ts';
import { ACCEPTABLE_SCORE, PRESET_INFO } from '../presets.ts';
import type { Raster } from '../raster.ts';
import { releaseRaster } from '../release-raster.ts';
import { joinFindings } from '../report/findings.ts';
import { readChunks, readHeader } from './chunks.ts';
import { animatedWays } from './compress-animated-png.ts';
import { findPhoto, hintPhoto } from './hint-photo.ts';
import { descriptionBytes, readAncillary, withLateOrientation } from './kept-chunks.ts';
import { packLosslessly } from './pack-losslessly.ts';
import { paletteColourPlan, spaceOf, type PngSource, type PngWays, type ReducedPng } from './png-source.ts';
import { reduceStill } from './reduce-still.ts';
import { isTiny } from '../perceptual/tiny-pictures.ts';

/**
 * Makes a PNG smaller: colours reduced as far as the preset's floor allows, or packed better without loss.
 * Profile (or its effect), transparency, density, orientation and animation stay; text and other descriptions go.
 * @throws EngineError "damaged" or "too-large"
 */
export const compressPng: KindCompressor = async (source, context) => ({
  bytes: await compressPngPicture(source, context),
  ...context.report.findings(),
});

/** {@link compressPng} for a picture with options, e.g. one inside a document. */
export async function compressPngPicture(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Uint8Array> {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks);
  checkPixels(header.width, header.height);
  const ancillary = await readAncillary(chunks, context.codecs.deflate);
  const source: PngSource = {
    bytes,
    chunks,
    header,
    ancillary,
    isNested: options.embedded ?? false,
    isHurried: options.effort === 'fast' && header.width * header.height > HURRIED_PIXELS,
    usefulBytes: options.usefulBytes ?? bytes.length,
  };
  const isAnimated = chunks.some(({ type }) => type === 'fcTL');
  const floor = options.floor ?? PRESET_INFO[context.preset].scoreFloor;
  // Decoding comes first in any case: it is what tells a damaged file.
  const raster = await context.report.timed('decode', () => context.codecs.image.decode(bytes));
  context.onProgress(0.1);
  const ways = isAnimated ? animatedWays(source, context) : stillWays(source, raster, context);
  const { targetBytes } = context;
  if (targetBytes !== undefined && floor < 100) return fitTarget(source, ways, targetBytes, context);
  const reduced = mayLose(source, floor, context) ? await ways.reduce(floor) : null;
  context.onProgress(0.7);
  const photo = source.isNested || isAnimated ? null : findPhoto(raster);
  const isSpared = header.width * header.height > SPARED_PIXELS;
  if (isSpared) releaseRaster(raster);
  const isClear = reduced !== null && !isTiny(header) && reduced.bytes.length < 0.6 * bytes.length;
  const limits = { isReleased: isSpared, usefulBytes: rivalBytes(source, reduced) };
  const lossless = isClear ? null : await context.report.timed('pack', () => ways.pack(limits));
  const result = choose(source, lossless, reduced, context);
  if (photo) await hintPhoto(photo, result.length, context);
  return result;
}

/** The samples of larger pictures are let go before the optimiser needs room for its own, and decoded once more. */
const SPARED_PIXELS = 16_000_000;

function stillWays(source: PngSource, raster: Raster, context: EngineContext): PngWays {
  return {
    pack: ({ isReleased, usefulBytes } = { isReleased: false, usefulBytes: Infinity }) =>
      packLosslessly(source, isReleased ? null : raster, context, usefulBytes),
    reduce: (floor) => reduceStill(source, raster, floor, context),
  };
}

/** Without loss where that fits; else at the best score that fits, found by halving the range of scores. */
async function fitTarget(
  source: PngSource,
  ways: PngWays,
  targetBytes: number,
  context: EngineContext,
): Promise<Uint8Array> {
  const { report } = context;
  const lossless = await report.timed('pack', () => ways.pack());
  if (lossless && lossless.length <= targetBytes) {
    report.targeted({ bytes: targetBytes, met: true });
    return choose(source, lossless, null, context);
  }
  let best = await ways.reduce(ACCEPTABLE_SCORE);
  const met = best !== null && best.bytes.length <= targetBytes;
  report.targeted({ bytes: targetBytes, met, ...(best && !met ? { smallestBytes: best.bytes.length } : {}) });
  let low = ACCEPTABLE_SCORE;
  let high = HIGHEST_SCORE;
  for (let step = 0; met && step < 4 && best && best.bytes.length < 0.9 * targetBytes; step++) {
    const middle = (low + high) / 2;
    const trial = context.budget.isSpent ? null : await ways.reduce(middle);
    if (trial && trial.bytes.length <= targetBytes) {
      best = trial;
      low = middle;
    } else {
      high = middle;
    }
  }
  return choose(source, lossless, best, context);
}

/** Above this a palette is not told from the source. */
const HIGHEST_SCORE = 96;

/** Up to here all ways together take less than a second or two. */
const HURRIED_PIXELS = 300_000;

function mayLose(
  { header, ancillary }: PngSource,
  floor: number,
  { preset, report }: EngineContext,
): boolean {
  if (floor >= 100) return false;
  const mark = readMarker(ancillary.mark ?? '');
  if (mark !== null && mark <= floor + 3) {
    report.skipped(
      'already-compressed',
      'This picture was compressed here before; more would harm its look.',
    );
    return false;
  }
  if (header.depth === 16 && preset === 'high') {
    report.skipped('16-bit', 'This preset keeps 16 bits a sample, which rules out a palette.');
    return false;
  }
  return true;
}

/** A picture reduced before, by whomever, is reduced again only where that pays well. */
const PALETTE_SHARE = 0.85;

/** Share of the bytes without loss that a reduced picture may take. */
function reducedShare({ header }: PngSource): number {
  return header.colourType === 3 ? PALETTE_SHARE : 0.98;
}

/** What a result without loss must not exceed to win. */
function rivalBytes(source: PngSource, reduced: ReducedPng | null): number {
  return reduced ? reduced.bytes.length / reducedShare(source) : Infinity;
}

function choose(
  source: PngSource,
  lossless: Uint8Array | null,
  reduced: ReducedPng | null,
  context: EngineContext,
): Uint8Array {
  const { report } = context;
  const { ancillary, header, bytes } = source;
  const share = context.targetBytes !== undefined ? 1 : reducedShare(source);
  const isReduced =
    reduced !== null && reduced.bytes.length <= share * Math.min(bytes.length, lossless?.length ?? Infinity);
  const result = withLateOrientation(isReduced ? reduced.bytes : (lossless ?? bytes), ancillary);
  if (result.length >= bytes.length) return bytes;
  const savedBytes = bytes.length - result.length;
  const removed = descriptionBytes(source.chunks);
  if (removed > 20)
    report.changed('metadata-removed', 'Descriptions and editing history were removed.', {
      savedBytes: removed,
    });
  if (ancillary.orientation > 1 || ancillary.lateOrientation > 1) report.kept('orientation');
  if (isReduced) {
    report.scored(reduced.score);
    report.changed(
      'colours-reduced',
      `The picture was reduced to ${reduced.colours} colours without a visible change.`,
      { savedBytes },
    );
    if (header.depth === 16)
      report.changed('16-bit-to-8-bit', 'Samples of 16 bits became 8 bits, which is what screens show.');
    report.adopt(joinFindings(colourFindings(paletteColourPlan(source, spaceOf(header)), ancillary.icc)));
  } else {
    report.changed('packed', 'The picture was packed better without changing a sample.', { savedBytes });
    if (ancillary.icc) report.kept('ICC profile');
  }
  return result;
}
