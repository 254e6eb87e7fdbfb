import { SizedBudget } from '../../../budget/sized-budget.ts';
import type { ImageCodec } from '../../../codecs/ports/image-codec.ts';
import { readChunks } from '../../../containers/png/chunks.ts';
import { isBmp } from './decode-bmp.ts';
import { PICTURE_SAMPLES, SAMPLES_OF_ANY } from '../tuning.ts';

/** How much work goes into the pictures of one deck, by their declared sizes: the same in every run. */
export class DeckPictureBudget {
  private readonly samples: SizedBudget;

  /** @param fileBytes size of the deck, in bytes */
  constructor(fileBytes: number) {
    this.samples = new SizedBudget(PICTURE_SAMPLES, fileBytes);
  }

  /** Counts a picture. @returns whether it may be encoded anew; one that is too large leaves room for smaller ones */
  take(samples: number): boolean {
    return this.samples.take(SAMPLES_OF_ANY + samples);
  }
}

/** Samples of a picture, of all frames where it is animated. @throws EngineError "damaged" */
export async function samplesIn(bytes: Uint8Array, image: ImageCodec): Promise<number> {
  // Bitmaps hold at least a byte for eight pixels.
  if (isBmp(bytes)) return bytes.length * 3;
  const { format, width, height, channels, frames } = await image.probe(bytes);
  const isPng = format === 'png';
  const shown = isPng ? readChunks(bytes).filter(({ type }) => type === 'fcTL').length : frames;
  return width * height * channels * Math.max(1, shown);
}
