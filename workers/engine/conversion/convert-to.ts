import type { EngineContext } from '../context.ts';
import { scoreFloorOf } from '../api/presets.ts';
import { EngineError, isEngineError } from '../api/errors.ts';
import { RESULT_INFO, type OutputKind } from '../api/kinds.ts';
import { change, hint, kept, neverLarger, outcome, skip, unchanged } from '../api/report/findings.ts';
import type { Change, Findings, Kept, Outcome } from '../api/report/report.ts';
import { hasAlpha } from '../base/raster.ts';
import { loadPicture } from '../formats/load-picture.ts';
import { colourFindings } from '../metadata/colour-plan.ts';
import { isAlreadyCompressed } from '../metadata/generation-marker.ts';
import { exifFeatures } from '../metadata/kept-exif.ts';
import type { PictureCompressor, ShownPicture } from '../picture-options.ts';
import { MOST_SCORE } from '../quality/thresholds.ts';
import { isPlainCompression } from './choose-format.ts';
import { convertAnimation } from './convert-animation.ts';
import type { Conversion } from './conversion.ts';
import type { Size } from './fit-inside.ts';
import { flatten } from './flatten.ts';
import { shownPicture, sizeOf, type DecodedPicture } from './shown-picture.ts';
import { RECOMPRESSED_SHARE } from './tuning.ts';

/**
 * A picture in a format and in the size of its conversion.
 * @param maxBytes a search that cannot reach it ends early
 * @throws EngineError "unsupported" for what the format cannot hold
 */
export async function convertTo(
  format: OutputKind,
  conversion: Conversion,
  context: EngineContext,
  maxBytes: number,
): Promise<Outcome> {
  const { source, kind } = conversion;
  if (isPlainCompression(conversion, format)) {
    const { compress } = await loadPicture(kind);
    const found = await (compress ?? recompress(conversion))(source, context);
    return neverLarger(source, found);
  }
  const { found, shown, colours } =
    conversion.facts.frameCount > 0
      ? await convertedAnimation(format, conversion, context)
      : await convertedStill(format, conversion, context, maxBytes);
  const isLarger = found.bytes.length > source.length;
  return outcome(found.bytes, {
    ...scoreAndTarget(found),
    output: { kind: format, ...conversion.size },
    changes: [...changesOf(conversion, format), ...colours, ...howItWasMade(found)],
    skips: found.skips.filter(({ code }) => code === 'part-failed'),
    kept: keptIn(shown),
    hints: isLarger ? [hint('larger-than-source', { values: { format: RESULT_INFO[format].label } })] : [],
  });
}

/** What was made of a picture. */
interface Converted {
  readonly found: Outcome;
  /** What it carries. */
  readonly shown: Pick<ShownPicture, 'icc' | 'exif'>;
  /** What became of its colours. */
  readonly colours: readonly Change[];
}

/** Makes a picture smaller in its own format by writing it anew: another generation of loss has to pay. */
function recompress(conversion: Conversion): PictureCompressor {
  return async (source, context) => {
    const { kind, facts } = conversion;
    if (facts.obstacle) return unchanged(source, { skips: [skip('colours-not-judged')] });
    const floor = scoreFloorOf(context);
    if (floor >= MOST_SCORE) return unchanged(source);
    if (!context.target && isAlreadyCompressed(facts.markedFloor ?? null, floor))
      return unchanged(source, { skips: [skip('already-compressed')] });
    const maxBytes = context.target ? source.length - 1 : Math.floor(RECOMPRESSED_SHARE * source.length);
    const made = await convertedStill(kind, conversion, context, maxBytes).catch(nullIfUnsupported);
    if (!made) return unchanged(source, { skips: [skip('too-much-work')] });
    const { found, shown, colours } = made;
    const savedBytes = source.length - found.bytes.length;
    if (found.bytes.length > maxBytes)
      return unchanged(source, targetOf(found), { skips: [skip('generation-loss')] });
    const changes = [...facts.losses, ...colours, change('re-encoded', { savedBytes })];
    return outcome(found.bytes, { ...scoreAndTarget(found), changes, kept: keptIn(shown) });
  };
}

/** A picture that is too large to be written stays as it is. */
function nullIfUnsupported(error: unknown): null {
  if (isEngineError(error) && error.code === 'unsupported') return null;
  throw error;
}

async function convertedAnimation(
  format: OutputKind,
  conversion: Conversion,
  context: EngineContext,
): Promise<Converted> {
  return { found: await convertAnimation(format, conversion, context), shown: conversion.facts, colours: [] };
}

async function convertedStill(
  format: OutputKind,
  { decoded, facts }: Conversion,
  context: EngineContext,
  maxBytes: number,
): Promise<Converted> {
  const { encode } = await loadPicture(format);
  const picture = await decoded();
  const rivalBytes = (): Promise<number> => Promise.resolve(maxBytes);
  const found = await encode(fitFor(format, picture, context), context, { maxBytes, rivalBytes });
  const { changes: colours = [] } = picture.plan.icc ? {} : colourFindings(picture.plan, facts.icc);
  return { found, shown: picture, colours };
}

/** @throws EngineError "unsupported" for a JPEG of what is transparent */
function fitFor(format: OutputKind, picture: DecodedPicture, context: EngineContext): ShownPicture {
  if (format !== 'jpeg' || !hasAlpha(picture.raster)) return picture;
  const { background, codecs } = context;
  if (background === undefined)
    throw new EngineError(
      'unsupported',
      'The image is transparent in parts, and a JPEG cannot be. Name the colour behind it, such as background=#ffffff, or choose the format png or webp.',
    );
  return shownPicture(flatten(picture.raster, background), picture, codecs);
}

function scoreAndTarget(found: Outcome): Partial<Findings> {
  return { score: found.score, ...targetOf(found) };
}

function targetOf({ target }: Outcome): Partial<Findings> {
  return target ? { target } : {};
}

function changesOf({ kind, facts, size, isScaled }: Conversion, format: OutputKind): Change[] {
  const from = sizeOf(facts);
  const named = ({ width, height }: Size): string => `${width} × ${height}`;
  const labels = { from: RESULT_INFO[kind].label, to: RESULT_INFO[format].label };
  return [
    ...(format === kind ? [] : [change('converted', { values: labels })]),
    ...(isScaled ? [change('scaled', { values: { from: named(from), to: named(size) } })] : []),
    ...(facts.orientation === 1 ? [] : [change('turned-upright')]),
    ...facts.losses,
  ];
}

const WAYS_TO_LOSE = ['colours-reduced', 'samples-rounded'];

/** How a palette or rounded samples came about; bytes saved beside a file that was never there say nothing. */
function howItWasMade({ changes }: Outcome): Change[] {
  return changes
    .filter(({ code }) => WAYS_TO_LOSE.includes(code))
    .map(({ code, detail }) => ({ code, detail }));
}

function keptIn({ exif, icc }: Pick<ShownPicture, 'exif' | 'icc'>): Kept[] {
  return [...(exif ? exifFeatures(exif) : []), ...(icc ? [kept('icc-profile')] : [])];
}
