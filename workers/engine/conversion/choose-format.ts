import { deriveContext, type EngineContext } from '../context.ts';
import { orIfRefused } from '../api/errors.ts';
import { PICTURE_KINDS, type OutputKind } from '../api/kinds.ts';
import type { Outcome } from '../api/report/report.ts';
import { movesAs } from './convert-animation.ts';
import type { Conversion } from './conversion.ts';
import {
  MOST_DRAWING_GAIN,
  MOST_PHOTOGRAPH_GAIN,
  PHOTOGRAPH_BYTES_PER_PIXEL,
  SMALL_PNG_PIXELS,
} from './tuning.ts';

/** Whether a format and a size ask for nothing that the picture does not have: it is compressed as it is. */
export function isPlainCompression({ kind, isScaled }: Conversion, format: OutputKind): boolean {
  return format === kind && !isScaled;
}

/**
 * The formats that an option allows, the likely winner first. `auto` takes those that the client accepts, and keeps the format of
 * what another one would lose: HDR, films and further pictures of a file. Animations stay animations.
 */
export function formatsToTry(
  conversion: Conversion,
  { format = 'same', accept }: EngineContext,
): readonly OutputKind[] {
  const { kind } = conversion;
  if (format === 'same') return [kind];
  if (format !== 'auto') return [format];
  if (isTiedToFormat(conversion)) return [kind];
  const accepted = (accept ?? PICTURE_KINDS).filter(
    (each) => conversion.facts.frameCount === 0 || movesAs(each, kind),
  );
  if (accepted.length === 0) return [kind];
  return [...accepted].sort((one, other) => placeOf(one) - placeOf(other));
}

/** Where most pictures are smallest comes first: what follows ends as soon as it is longer. */
const ORDER: readonly OutputKind[] = ['avif', 'webp', 'jpeg', 'png'];

/** A format that has no place in the order comes after all others. */
function placeOf(kind: OutputKind): number {
  return ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length;
}

function isTiedToFormat({ facts, isScaled }: Conversion): boolean {
  if (facts.obstacle !== null) return true;
  return !isScaled && facts.losses.some(({ code }) => code !== 'metadata-removed');
}

/**
 * Whether a picture is so much longer as a PNG, plainly packed, that no palette and no packing makes it shorter than another format:
 * a photograph, on which they take ten seconds a megapixel.
 */
export async function isHopeless(
  kind: OutputKind,
  { facts, decoded }: Conversion,
  bestBytes: number,
): Promise<boolean> {
  if (kind !== 'png' || bestBytes === Infinity || facts.frameCount > 0) return false;
  const { raster, png } = await decoded();
  const { length } = await png();
  const pixels = raster.width * raster.height;
  const isPhotograph = pixels > SMALL_PNG_PIXELS && length > PHOTOGRAPH_BYTES_PER_PIXEL * pixels;
  return length > (isPhotograph ? MOST_PHOTOGRAPH_GAIN : MOST_DRAWING_GAIN) * bestBytes;
}

/** Makes a picture in one format; null where that cannot be shorter. @param maxBytes a longer result is not taken */
type Convert = (kind: OutputKind, context: EngineContext, maxBytes: number) => Promise<Outcome | null>;

/**
 * The smallest result of several formats; those that cannot hold the picture are left out. Each has an equal share of the work.
 * @throws EngineError of the last format where none can hold the picture
 */
export async function chooseFormat(
  kinds: readonly OutputKind[],
  context: EngineContext,
  convert: Convert,
): Promise<{ readonly kind: OutputKind; readonly outcome: Outcome }> {
  let best: { kind: OutputKind; outcome: Outcome } | null = null;
  for (const [index, kind] of kinds.entries()) {
    const left = kinds.length - index;
    const budget = context.budget.part(context.budget.leftMs / left);
    const onProgress = (ratio: number): void => context.onProgress((index + ratio) / kinds.length);
    const own = kinds.length === 1 ? context : deriveContext(context, { budget, onProgress });
    const making = convert(kind, own, best?.outcome.bytes.length ?? Infinity);
    // A format that cannot hold the picture is no failure while another can.
    const made: Outcome | null = await (best || left > 1 ? making.catch(orIfRefused(null)) : making);
    if (made && (!best || made.bytes.length < best.outcome.bytes.length)) best = { kind, outcome: made };
  }
  return best!;
}
