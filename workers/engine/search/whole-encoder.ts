import type { TakeBand } from '../codecs/image-codec.ts';
import { areaScoreOf } from '../perceptual/area-score.ts';
import { BlockColoursByBands } from '../perceptual/block-colours.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import { wholeScore } from '../perceptual/whole-score.ts';
import { hasAlpha, type Raster } from '../raster.ts';
import type { DisplayRequest, Encoded, Setting } from './floor-request.ts';

/** One encode of a setting at a quality, measured. Throws the signal's reason when cancelled. */
export type EncodeAt = (setting: Setting, quality: number) => Promise<Encoded>;

/** Above this an encode takes so long, and so much memory, that 50 MB of the reference are computed again for each. */
const LARGE_PIXELS = 4_000_000;

/** How to encode a whole picture and measure the result; the score is -Infinity where a part of it is lost. */
export function wholeEncoder(raster: Raster, request: Omit<DisplayRequest, 'budget'>): EncodeAt {
  const reference = request.reference ?? raster;
  const isLarge = reference.width * reference.height > LARGE_PIXELS;
  const meter = new VisualMeter(reference, request.orientation, undefined, !isLarge);
  const { showInBands } = request;
  const inBands = isLarge && !hasAlpha(raster) && !hasAlpha(reference) ? showInBands : undefined;
  return async (setting, quality) => {
    request.signal.throwIfAborted();
    const bytes = await setting.encode(raster, quality);
    const score = inBands
      ? await scoreInBands(reference, meter, (take) => inBands(bytes, take))
      : wholeScore(reference, await request.decodeForDisplay(bytes), meter);
    return { bytes, quality, score, setting: setting.name };
  };
}

/** The same as {@link wholeScore} of pictures without transparency, of which one band is in memory at a time. */
async function scoreInBands(
  reference: Raster,
  meter: VisualMeter,
  show: (take: TakeBand) => Promise<void>,
): Promise<number> {
  const areas = new BlockColoursByBands(reference);
  const tiles = meter.byBands();
  let rows = 0;
  let fits = true;
  await show((band, y) => {
    rows += band.height;
    fits &&= band.width === reference.width && rows <= reference.height;
    if (!fits) return;
    areas.add(band, y);
    tiles.add(band, y);
  });
  if (!fits || rows !== reference.height) return -Infinity;
  // First the tiles: what the colours of areas leave to garbage collection is not in memory beside theirs.
  const score = tiles.score();
  return Math.min(score, areaScoreOf([areas.blocks]));
}
