import { isEngineError } from '../../../../api/errors.ts';
import type { Raster } from '../../../../base/raster.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { decodePicture } from '../read/decode-picture.ts';
import { describePicture, type Picture } from '../read/picture.ts';
import { BLOCK_PX } from '../../tuning.ts';

/**
 * Opacity of every pixel, 0 to 255, as the picture's soft mask says it.
 * @returns undefined where the mask has another size, hides nothing, or cannot be read
 */
export async function opacityOf(job: PdfJob, picture: Picture): Promise<Uint8Array | undefined> {
  if (picture.softMask === undefined || picture.hasMatte) return undefined;
  try {
    const mask = await describePicture(job, picture.softMask);
    if ('skip' in mask || mask.width !== picture.width || mask.height !== picture.height) return undefined;
    const decoded = await decodePicture(job, mask);
    const isGrey = decoded.kind === 'samples' && decoded.raster.channels === 1;
    return isGrey && decoded.raster.data.includes(0) ? decoded.raster.data : undefined;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return undefined; // The mask is recompressed on its own, and its fault reported there.
  }
}

/** The raster with its opacity as one more channel; of inks undefined, which have no room for it. */
export function withOpacity(raster: Raster, opacity: Uint8Array): Raster | undefined {
  const { width, height, channels } = raster;
  if (channels !== 1 && channels !== 3) return undefined;
  const data = new Uint8Array(opacity.length * (channels + 1));
  for (let pixel = 0, from = 0, to = 0; pixel < opacity.length; pixel++) {
    for (let c = 0; c < channels; c++) data[to++] = raster.data[from++]!;
    data[to++] = opacity[pixel]!;
  }
  return { width, height, channels: channels === 1 ? 2 : 4, space: raster.space, data };
}

/** The raster without the channel of its opacity. */
export function withoutOpacity({ width, height, channels, space, data }: Raster): Raster {
  const colours = channels - 1;
  const plain = new Uint8Array(width * height * colours);
  for (let pixel = 0, from = 0, to = 0; pixel < width * height; pixel++, from++)
    for (let c = 0; c < colours; c++) plain[to++] = data[from++]!;
  return { width, height, channels: colours as 1 | 3, space, data: plain };
}

/**
 * A grey or RGB raster with opacity, without it: hidden pixels take the mean of the visible ones of their block, blocks
 * without any take that of the block before. JPEG then stores no edge around what is cut out, and where viewers mix neighbours
 * no dark rim shows.
 */
export function withHiddenFilled(cutOut: Raster): Raster {
  const filled = withoutOpacity(cutOut);
  const { width, height, channels } = filled;
  const fill = new Uint8Array(channels).fill(128);
  for (let top = 0; top < height; top += BLOCK_PX) {
    for (let left = 0; left < width; left += BLOCK_PX) {
      const block = {
        left,
        top,
        right: Math.min(width, left + BLOCK_PX),
        bottom: Math.min(height, top + BLOCK_PX),
      };
      for (const pixel of meanOfVisible(cutOut, block, fill)) filled.data.set(fill, pixel * channels);
    }
  }
  return filled;
}

interface Block {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Writes the mean of a block's visible pixels, if it has any, to `mean`. @returns the hidden ones */
function meanOfVisible(
  { width, data, channels }: Raster,
  { left, top, right, bottom }: Block,
  mean: Uint8Array,
): number[] {
  const hidden: number[] = [];
  const sums = new Float64Array(channels - 1);
  let weight = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const pixel = y * width + x;
      const at = pixel * channels;
      const opacity = data[at + channels - 1]!;
      if (opacity === 0) hidden.push(pixel);
      weight += opacity;
      for (let c = 0; c < sums.length; c++) sums[c]! += data[at + c]! * opacity;
    }
  }
  if (weight > 0) for (let c = 0; c < sums.length; c++) mean[c] = Math.round(sums[c]! / weight);
  return hidden;
}

/** Sum of the differences between pixels and those to their left and above them: what JPEG has to store, more or less. */
export function roughness({ width, height, channels, data }: Raster): number {
  const row = width * channels;
  let sum = 0;
  for (let y = 1; y < height; y++) {
    for (let at = y * row + channels; at < (y + 1) * row; at++) {
      sum += Math.abs(data[at]! - data[at - channels]!) + Math.abs(data[at]! - data[at - row]!);
    }
  }
  return sum;
}
