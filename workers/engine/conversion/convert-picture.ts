import type { EngineContext, KindCompressor } from '../context.ts';
import { EngineError } from '../api/errors.ts';
import { RESULT_INFO, type OutputKind, type PictureKind } from '../api/kinds.ts';
import { change, hint, kept, neverLarger, outcome } from '../api/report/findings.ts';
import type { Change, Findings, Kept, Outcome } from '../api/report/report.ts';
import { loadPicture, loadWriter } from '../formats/load-picture.ts';
import { colourFindings } from '../metadata/colour-plan.ts';
import { exifFeatures } from '../metadata/kept-exif.ts';
import type { ShownPicture } from '../picture-options.ts';
import { chooseFormat, formatsToTry, isPlainCompression } from './choose-format.ts';
import type { Conversion } from './conversion.ts';
import { fitInside, type Size } from './fit-inside.ts';
import { flatten } from './flatten.ts';
import { hasAlpha } from '../base/raster.ts';
import { decodeShown, shownPicture, sizeOf, type DecodedPicture } from './shown-picture.ts';

/**
 * A compressor of pictures that heeds the options of format and size. What asks for neither in the end, as the picture has that
 * format and fits, is compressed as ever and never larger.
 */
export function pictureConverter(kind: PictureKind): KindCompressor {
  let reading: Promise<Conversion> | undefined;
  let chosen: OutputKind | undefined;
  return async (source, context) => {
    const conversion = await (reading ??= readConversion(kind, source, context));
    const kinds = chosen ? [chosen] : formatsToTry(conversion, context);
    const found = await chooseFormat(kinds, context, (format, own, maxBytes) =>
      convertTo(format, conversion, own, maxBytes),
    );
    // What a target tries next is in the format that the first result was the smallest in.
    chosen = found.kind;
    return found.outcome;
  };
}

async function readConversion(
  kind: PictureKind,
  source: Uint8Array,
  context: EngineContext,
): Promise<Conversion> {
  const { read } = await loadPicture(kind);
  const facts = await read(source, context);
  const size = fitInside(sizeOf(facts), context);
  const isScaled = size.width !== sizeOf(facts).width || size.height !== sizeOf(facts).height;
  let decoded: Promise<DecodedPicture> | undefined;
  const conversion: Conversion = {
    source,
    kind,
    facts,
    size,
    isScaled,
    decoded: () => (decoded ??= decodeShown(facts, size, context)),
  };
  refuse(conversion, context);
  return conversion;
}

/** @throws EngineError "unsupported" for a picture that can have no other format or size */
function refuse({ facts, kind, isScaled }: Conversion, { format = 'same' }: EngineContext): void {
  const isOther = format !== 'same' && format !== 'auto' && format !== kind;
  if (!isScaled && !isOther) return;
  if (facts.isAnimated)
    throw new EngineError(
      'unsupported',
      'This picture moves, and an animation keeps its format and its size. Leave format and size out and try again.',
    );
  if (facts.obstacle)
    throw new EngineError(
      'unsupported',
      `The picture is ${facts.obstacle}, so it keeps its format and its size. Leave format and size out and try again.`,
    );
}

async function convertTo(
  format: OutputKind,
  conversion: Conversion,
  context: EngineContext,
  maxBytes: number,
): Promise<Outcome> {
  const { source, kind } = conversion;
  if (isPlainCompression(conversion, format)) {
    const { compress } = await loadPicture(kind);
    return neverLarger(source, await compress(source, context));
  }
  const { encode } = await loadWriter(format);
  const picture = await conversion.decoded();
  const found = await encode(fitFor(format, picture, context), context, {
    maxBytes,
    rivalBytes: () => Promise.resolve(maxBytes),
  });
  const isLarger = found.bytes.length > source.length;
  return outcome(found.bytes, {
    ...scoreAndTarget(found),
    output: { kind: format, ...conversion.size },
    changes: [...changesOf(conversion, format, picture), ...howItWasMade(found)],
    skips: found.skips.filter(({ code }) => code === 'part-failed'),
    kept: keptIn(picture),
    hints: isLarger ? [hint('larger-than-source', { values: { format: RESULT_INFO[format].label } })] : [],
  });
}

/** @throws EngineError "unsupported" for a JPEG of what is transparent */
function fitFor(format: OutputKind, picture: DecodedPicture, context: EngineContext): ShownPicture {
  if (format !== 'jpeg' || !hasAlpha(picture.raster)) return picture;
  const { background, codecs } = context;
  if (background === undefined)
    throw new EngineError(
      'unsupported',
      'The picture is transparent in parts, and a JPEG cannot be. Name the colour behind it, such as background=#ffffff, or choose the format png or webp.',
    );
  return shownPicture(flatten(picture.raster, background), picture, codecs);
}

function scoreAndTarget({ score, target }: Outcome): Partial<Findings> {
  return { score, ...(target ? { target } : {}) };
}

function changesOf(
  { kind, facts, size, isScaled }: Conversion,
  format: OutputKind,
  picture: DecodedPicture,
): Change[] {
  const from = sizeOf(facts);
  const named = ({ width, height }: Size): string => `${width} × ${height}`;
  const labels = { from: RESULT_INFO[kind].label, to: RESULT_INFO[format].label };
  return [
    ...(format === kind ? [] : [change('converted', { values: labels })]),
    ...(isScaled ? [change('scaled', { values: { from: named(from), to: named(size) } })] : []),
    ...(facts.orientation === 1 ? [] : [change('turned-upright')]),
    ...facts.losses,
    ...(picture.plan.icc ? [] : (colourFindings(picture.plan, facts.icc).changes ?? [])),
  ];
}

const WAYS_TO_LOSE = ['colours-reduced', 'samples-rounded'];

/** How a palette or rounded samples came about; bytes saved beside a file that was never there say nothing. */
function howItWasMade({ changes }: Outcome): Change[] {
  return changes
    .filter(({ code }) => WAYS_TO_LOSE.includes(code))
    .map(({ code, detail }) => ({ code, detail }));
}

function keptIn({ exif, icc }: ShownPicture): Kept[] {
  return [...(exif ? exifFeatures(exif) : []), ...(icc ? [kept('icc-profile')] : [])];
}
