import { releaseBytes } from '../../base/release-raster.ts';
import { deinterlace } from './deinterlace.ts';
import { isGrey, type PngImage } from './png-image.ts';
import {
  asColours,
  asIndexes,
  withCommonColoursFirst,
  withNeighbouringColours,
  withSortedColours,
  withUsedColours,
} from './reduce-palette.ts';
import { asBytes, asGrey, inFewerBits, withoutLowBytes, withoutOpaqueAlpha } from './reduce-samples.ts';
import { SURE_SAVING_BYTES } from '../tuning.ts';

/** The ways to store the samples of a picture that only a trial tells apart: at least one. */
export interface WaysToStore {
  /** The surest first. */
  readonly images: readonly PngImage[];
  /** Those whose palette has the commonest colours first. */
  readonly usual: readonly PngImage[];
}

/**
 * Ways to store a picture. The order of a palette matters with row filters, and to the lists of codes in deflated data.
 * @param mayBeGrey whether colours may be stored as grey, and grey as colours
 */
export function waysToStore(source: PngImage, mayBeGrey: boolean): WaysToStore {
  const whole = inTurn(source, [
    deinterlace,
    withoutLowBytes,
    ...(mayBeGrey ? [asGrey] : []),
    asBytes,
    withoutOpaqueAlpha,
  ]);
  const indexed = whole.palette ? (withUsedColours(whole) ?? whole) : mayBeIndexed(whole, mayBeGrey);
  if (!indexed) return { images: withFewerBits(whole), usual: [] };
  const colours = whole.palette ? asColours(indexed, mayBeGrey, SURE_SAVING_BYTES) : whole;
  const isSure = !colours || colours.data.length - indexed.data.length > SURE_SAVING_BYTES;
  const common = withCommonColoursFirst(indexed) ?? indexed;
  const usual = withFewerBits(common);
  const orders = [withSortedColours(common), withNeighbouringColours(common)];
  const others = orders.flatMap((order) => (order ? withFewerBits(order) : []));
  return { images: [...usual, ...others, ...(isSure ? [] : withFewerBits(colours))], usual };
}

function mayBeIndexed(image: PngImage, mayBeGrey: boolean): PngImage | null {
  return mayBeGrey || !isGrey(image) ? asIndexes(image) : null;
}

/** With whole bytes, which hide no repetitions that start at odd places, and packed. */
function withFewerBits(image: PngImage): PngImage[] {
  const fewer = inFewerBits(image);
  return fewer ? [fewer, image] : [image];
}

/** What each step makes of what the one before it left. Samples that were left behind are let go. */
function inTurn(source: PngImage, steps: readonly ((image: PngImage) => PngImage)[]): PngImage {
  return steps.reduce((image, step) => {
    const next = step(image);
    if (next.data !== image.data) releaseBytes(image.data);
    return next;
  }, source);
}
