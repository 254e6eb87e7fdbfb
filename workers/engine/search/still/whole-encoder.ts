import type { TakeBand } from '../../codecs/ports/image-codec.ts';
import { areaScoreOf } from '../../quality/metrics/area-score.ts';
import { BlockColoursByBands, type BlockColours } from '../../quality/metrics/block-colours.ts';
import { VisualMeter } from '../../quality/metrics/ssimulacra2/visual-score.ts';
import { mostByPlace } from '../../quality/metrics/place-meter.ts';
import type { Tile } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { stackedParts } from '../../quality/metrics/stacked-parts.ts';
import { GatheredTile } from '../../quality/metrics/ssimulacra2/gathered-tile.ts';
import { judgeWhole, withPlace, type WholeJudgement } from '../../quality/whole-score.ts';
import { worstPlace } from '../../quality/metrics/worst-place.ts';
import { hasAlpha, type Raster } from '../../base/raster.ts';
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
    const judged = inBands
      ? await judgeInBands(reference, meter, (take) => inBands(bytes, take))
      : judgeWhole(reference, await request.decodeForDisplay(bytes), { meter });
    return { bytes, quality, ...judged, setting: setting.name };
  };
}

/** The same as {@link judgeWhole} of pictures without transparency, of which one band is in memory at a time. */
async function judgeInBands(
  reference: Raster,
  meter: VisualMeter,
  show: (take: TakeBand) => Promise<void>,
): Promise<WholeJudgement> {
  const areas = new BlockColoursByBands(reference);
  const tiles = meter.byBands();
  let rows = 0;
  let fits = true;
  let place: Place | null = null;
  await show((band, y) => {
    rows += band.height;
    fits &&= band.width === reference.width && rows <= reference.height;
    if (!fits) return;
    areas.add(band, y);
    tiles.add(band, y);
    if (band.height === reference.height) place = placeIn(reference, areas.blocks, band);
  });
  if (!fits || rows !== reference.height) return { score: -Infinity, isByPlace: false };
  // First the tiles: what the colours of areas leave to garbage collection is not in memory beside theirs.
  const score = Math.min(tiles.score(), areaScoreOf([areas.blocks]));
  if (score === -Infinity) return { score, isByPlace: false };
  const { tile, part } = place ?? (await placeShownAgain(reference, areas.blocks, show));
  return withPlace(score, mostByPlace(reference, tile, part));
}

/** The worst place, and what a candidate shows there. */
interface Place {
  readonly tile: Tile;
  readonly part: Raster;
}

function placeIn(reference: Raster, blocks: BlockColours, candidate: Raster): Place {
  const tile = worstPlace([blocks], reference);
  return { tile, part: stackedParts(candidate, [tile]) };
}

/** The worst place is known only once all bands have gone by: they are shown again. */
async function placeShownAgain(
  reference: Raster,
  blocks: BlockColours,
  show: (take: TakeBand) => Promise<void>,
): Promise<Place> {
  const tile = worstPlace([blocks], reference);
  const part = new GatheredTile(tile);
  await show((band, y) => part.add(band, y));
  return { tile, part: part.whole().raster };
}
