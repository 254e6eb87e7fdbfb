import { hasAlpha, type Raster } from '../../base/raster.ts';
import { releaseLarge } from '../../base/release-raster.ts';
import type { EngineContext } from '../../context.ts';
import type { PictureOptions } from '../../picture-options.ts';
import { scoreFloorOf } from '../../api/presets.ts';
import { outcome } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import { animatedPng } from './animation/animated-png.ts';
import { pngToFloor } from './png-to-floor.ts';
import { pngToTarget } from './png-to-target.ts';
import { compressWithoutDecoding, isOutOfReach, isTooLongToPack } from './compress-without-decoding.ts';
import { finishing } from './finish-png.ts';
import { keptInPng } from './metadata/kept-in-png.ts';
import { isAnimatedPng, readPngSource, type PngSource } from './png-source.ts';
import { NO_LOSS } from './png-strategies.ts';
import { dropOpaqueAlpha } from './still/drop-opaque-alpha.ts';
import { findPhoto, photoHint } from './still/photo-hint.ts';
import { stillPng } from './still/still-png.ts';
import { FULL_EFFORT_PIXELS, LARGE_PIXELS } from './tuning.ts';
import { inPlainForm } from './plain-form.ts';

/**
 * Makes a PNG smaller: colours reduced as far as the preset's floor allows, or packed better without loss.
 * Profile (or its effect), transparency, density, orientation, animation and what the options keep stay; other text goes.
 * @throws EngineError "damaged" or "too-large"
 */
export async function compressPng(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Outcome> {
  const source = await readPngSource(bytes, context, options);
  const found = isOutOfReach(source)
    ? await compressWithoutDecoding(source, context)
    : await compressInPlainForm(source, options, context);
  return outcome(found.bytes, found, { kept: await keptInPng(found.bytes, context.codecs.deflate) });
}

/** What is no smaller than the plain form is compressed as it was written: that form keeps all descriptions. */
async function compressInPlainForm(
  source: PngSource,
  options: PictureOptions,
  context: EngineContext,
): Promise<Outcome> {
  const plain = await inPlainForm(source, options, context);
  const found = await compressPngPicture(plain, options, context);
  const isUnchanged = plain !== source && found.bytes === plain.bytes;
  return isUnchanged ? compressPngPicture(source, options, context) : found;
}

async function compressPngPicture(
  source: PngSource,
  options: PictureOptions,
  context: EngineContext,
): Promise<Outcome> {
  // Decoding comes first in any case: it finds out whether the file is damaged.
  const decoded = await context.steps.timed('decode', () => context.codecs.image.decode(source.bytes));
  context.onProgress(0.1);
  const isMoving = isAnimatedPng(source);
  const raster = isMoving ? decoded : await withoutWaste(decoded);
  const picture = isMoving ? animatedPng(source, context) : stillPng(source, raster, context);
  // Seen over two backgrounds, such a picture takes more memory than an opaque one.
  if (hasAlpha(raster) && isTooLongToPack(source)) return compressWithoutDecoding(source, context);
  const allowed = { ...picture.strategies, ...(source.colours === 'unjudged' ? NO_LOSS : {}) };
  const strategies = finishing(allowed, source);
  const photo = source.embedded || isMoving || context.target ? null : findPhoto(raster);
  const {
    floor = scoreFloorOf(context),
    rivalBytes = () => Promise.resolve(source.maxBytes),
    isForTarget = false,
  } = options;
  const isSmall = raster.width * raster.height <= FULL_EFFORT_PIXELS;
  const task = { floor, rivalBytes, isForTarget, isSmall, isGreyWithAlpha: raster.channels === 2 };
  const found = context.target
    ? await pngToTarget(source, strategies, context.target, context)
    : await pngToFloor(source, strategies, task, context);
  const result = await orWithRowsPacked(found, source, context);
  const hints = photo ? await photoHint(photo, result.bytes.length, context) : {};
  return outcome(result.bytes, picture.findings, result, hints);
}

/** Where a still comes back because packing all its samples is too much work, its rows are packed anew, and the report says so. */
async function orWithRowsPacked(found: Outcome, source: PngSource, context: EngineContext): Promise<Outcome> {
  const isLeftOut = found.bytes === source.bytes && !isAnimatedPng(source) && isTooLongToPack(source);
  if (!isLeftOut) return found;
  const skips = found.skips.filter(({ code }) => code !== 'not-smaller');
  const repacked = await compressWithoutDecoding(source, context);
  return outcome(repacked.bytes, { skips }, repacked);
}

/** A large picture without an alpha channel that says nothing, which would stay in memory. */
async function withoutWaste(decoded: Raster): Promise<Raster> {
  if (decoded.width * decoded.height <= LARGE_PIXELS) return decoded;
  const opaque = dropOpaqueAlpha(decoded);
  if (opaque !== decoded) await releaseLarge(decoded);
  return opaque;
}
