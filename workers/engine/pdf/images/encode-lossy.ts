import { VisualMeter } from '../../perceptual/visual-score.ts';
import type { Sampling, Tile } from '../../perceptual/sample-tiles.ts';
import type { Raster } from '../../raster.ts';
import { stackedParts } from '../../search/mosaic.ts';
import { searchQuality, type Trial } from '../../search/quality-search.ts';
import type { PdfJob } from '../pdf-job.ts';
import { deflateJpeg, type StoredJpeg } from './deflate-jpeg.ts';

/** Pages are looked at about this large; detail beyond it is not what a reader sees. */
const VIEW_DPI = 100;
/** Side of a sample tile as it is viewed, px. A document has many pictures: each gets less than a single photo would. */
const VIEWED_TILE_PX = 192;
const MIN_QUALITY = 30;
const MIN_QUALITY_FOR_SIZE = 12;
const MAX_QUALITY = 92;
const START_QUALITY = 60;

export interface LossyResult extends StoredJpeg {
  readonly quality: number;
  /** On the SSIMULACRA2 scale, as measured on the sample tiles. */
  readonly score: number;
}

interface LossyRequest {
  readonly floor: number;
  readonly isDrawn: boolean;
  /** Colours in full resolution [inks always]. */
  readonly hasFullChroma: boolean;
  readonly dpi: number | undefined;
  /** A size was asked for: lower qualities are tried, and the floor is met more closely. */
  readonly isForSize: boolean;
  /** A longer result is of no use, and the search ends when it can only lead to one. */
  readonly usefulBytes: number;
}

/**
 * Finds JPEG qualities that keep pictures above a floor. Pictures of one document are alike, so each search
 * starts where the last ones ended, and after a few is content with being close.
 */
export class LossySearch {
  private readonly job: PdfJob;
  private readonly found = new Map<string, number[]>();

  constructor(job: PdfJob) {
    this.job = job;
  }

  /**
   * @param dpi effective resolution of the raster; undefined measures its pixels as they are
   * @returns null when even the highest quality allowed misses the floor, or the result would be too long
   */
  async encode(
    raster: Raster,
    { floor, isDrawn, hasFullChroma, dpi, isForSize, usefulBytes }: LossyRequest,
  ): Promise<LossyResult | null> {
    const { image } = this.job.context.codecs;
    const key = `${raster.space} ${isDrawn} ${Math.round(floor)}`;
    const known = this.found.get(key) ?? [];
    const view = dpi === undefined ? 1 : Math.min(1, VIEW_DPI / dpi);
    const sampling = sampleTiles(raster, view);
    const probe = sampling ? stackedParts(raster, sampling) : raster;
    const shown = async (sample: Raster): Promise<Raster> =>
      view === 1 ? sample : image.resize(sample, scaled(sample.width, view), scaled(sample.height, view));
    const meter = new VisualMeter(
      await shown(probe),
      1,
      wholeOf(scaled(probe.width, view), scaled(probe.height, view)),
    );
    // Of inks, halving would take three of the four, black among them.
    const chroma = raster.space === 'cmyk' || (hasFullChroma && raster.space === 'rgb') ? '4:4:4' : '4:2:0';
    const raised = viewedFloor(floor, view);
    // Once the budget is spent the first quality that is good enough will do.
    const isLate = this.job.context.budget.isSpent;
    // Where the whole picture is tried, one of two or three trials is the answer.
    const effort = sampling ? 'trial' : 'full';
    let finest: Trial | null = null;
    const attempt = async (quality: number): Promise<Trial> => {
      this.job.context.signal.throwIfAborted();
      const bytes = await image.encodeJpeg(probe, { quality, chroma, effort });
      const trial = { quality, bytes, score: meter.score(await shown(await image.decode(bytes))) };
      if (!finest || quality > finest.quality) finest = trial;
      return trial;
    };
    const wholes = (raster.width * raster.height) / (probe.width * probe.height);
    const usefulTrialBytes =
      (usefulBytes / wholes) * (isDrawn ? MOST_DEFLATED : 1) * (sampling ? MOST_UNLIKE : 1);
    let isUseless = false;
    const isHopeless = ({ bytes, score }: Trial): boolean => {
      const leastBytes = bytes.length * (score < raised ? 1 : LEAST_SHARE);
      return (isUseless = leastBytes > usefulTrialBytes);
    };
    const found = await searchQuality({
      floor: raised,
      min: isForSize ? MIN_QUALITY_FOR_SIZE : MIN_QUALITY,
      max: MAX_QUALITY,
      start: known.length > 0 ? median(known) : START_QUALITY,
      tolerance: isLate ? Infinity : known.length > 0 && !isForSize ? 4 : 2,
      maxTrials: isLate ? 1 : isForSize ? 5 : known.length >= 3 ? 2 : 3,
      attempt,
      isHopeless,
    });
    if (isUseless) return null;
    const best = found ?? (finest && (await oneMore(finest, { raised, floor }, attempt)));
    if (!best) return null;
    this.found.set(key, [...known, best.quality]);
    const jpeg = sampling ? await image.encodeJpeg(raster, { quality: best.quality, chroma }) : best.bytes;
    return { ...(await deflateJpeg(this.job, jpeg)), quality: best.quality, score: best.score };
  }
}

/** Of the bytes of a trial that is good enough, the share that one at the floor surely takes. */
const LEAST_SHARE = 0.4;
/** How often a drawing's JPEG may shrink when it is deflated. */
const MOST_DEFLATED = 2;
/** How often fewer bytes a pixel a picture may take than its tiles. */
const MOST_UNLIKE = 2;

/**
 * The search ended below the floor: one step that is surely large enough. Where the raised floor cannot be had at all,
 * the preset's own is still good.
 */
async function oneMore(
  last: Trial,
  { raised, floor }: { raised: number; floor: number },
  attempt: (quality: number) => Promise<Trial>,
): Promise<Trial | null> {
  const steps = 4 + Math.ceil((raised - last.score) / SURE_SLOPE);
  const trial =
    last.quality < MAX_QUALITY ? await attempt(Math.min(MAX_QUALITY, last.quality + steps)) : last;
  const isEnough = trial.score >= (trial.quality === MAX_QUALITY ? floor : raised);
  return isEnough ? trial : null;
}

/** Points of score that a step of quality brings at least, where pictures are not hopeless. */
const SURE_SLOPE = 0.25;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/**
 * The floor for a picture that is measured smaller than it is stored. Reducing forgives, so the floor rises, by a quarter of
 * what is left to 100 at two thirds: a photo of score 79 there scores about 70 in full.
 */
function viewedFloor(floor: number, view: number): number {
  return floor + ((100 - floor) / 4) * Math.min(1, (1 - view) * 3);
}

function scaled(px: number, scale: number): number {
  return Math.max(1, Math.round(px * scale));
}

function wholeOf(width: number, height: number): Sampling {
  return { tiles: [{ x: 0, y: 0, width, height }], spots: [0] };
}

/** Three tiles spread over the picture, or undefined when it is little larger than they are. */
function sampleTiles({ width, height }: Raster, view: number): readonly Tile[] | undefined {
  // Tiles start and end at whole blocks of JPEG with halved chroma.
  const side = Math.round(VIEWED_TILE_PX / view / 16) * 16;
  if (width < side || height < side || width * height <= side * side * 4) return undefined;
  const at = (across: number, down: number): Tile => ({
    x: Math.floor(((width - side) * across) / 16) * 16,
    y: Math.floor(((height - side) * down) / 16) * 16,
    width: side,
    height: side,
  });
  return [at(0.25, 0.3), at(0.75, 0.7), at(0.6, 0.15)];
}
