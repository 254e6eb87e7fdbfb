import { VisualMeter } from '../../perceptual/visual-score.ts';
import type { Sampling, Tile } from '../../perceptual/sample-tiles.ts';
import type { Raster } from '../../raster.ts';
import { probeOf } from '../../search/mosaic.ts';
import { searchQuality } from '../../search/quality-search.ts';
import type { PdfJob } from '../pdf-job.ts';

/** Pictures up to this many pixels are measured whole. */
const WHOLE_PIXELS = 120_000;
/** A page has many pictures and a document many pages: small tiles, a quarter of what a single photo gets. */
const TILE_SIDE = 192;
const MIN_QUALITY = 30;
const MAX_QUALITY = 92;

export interface LossyResult {
  readonly data: Uint8Array;
  readonly quality: number;
  /** On the SSIMULACRA2 scale, as measured on the sample tiles. */
  readonly score: number;
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

  /** @returns null when even the highest quality allowed misses the floor */
  async encode(raster: Raster, floor: number, isDrawn: boolean): Promise<LossyResult | null> {
    const { image } = this.job.context.codecs;
    const key = `${raster.space} ${isDrawn} ${Math.round(floor)}`;
    const known = this.found.get(key) ?? [];
    const sampling = sampleTiles(raster.width, raster.height);
    const probe = probeOf(raster, sampling);
    const isWhole = probe.raster === raster;
    const meter = new VisualMeter(probe.raster, 1, isWhole ? sampling : probe.sampling);
    const chroma = isDrawn && raster.space === 'rgb' ? '4:4:4' : '4:2:0';
    const best = await searchQuality({
      floor,
      min: MIN_QUALITY,
      max: MAX_QUALITY,
      start: known.length > 0 ? median(known) : isDrawn ? 75 : 66,
      tolerance: known.length >= 3 ? 4 : 1.5,
      maxTrials: known.length >= 3 ? 3 : 5,
      attempt: async (quality) => {
        this.job.context.signal.throwIfAborted();
        const bytes = await image.encodeJpeg(probe.raster, { quality, chroma });
        return { quality, bytes, score: meter.score(await image.decode(bytes)) };
      },
    });
    if (!best) return null;
    this.found.set(key, [...known, best.quality]);
    const data = isWhole ? best.bytes : await image.encodeJpeg(raster, { quality: best.quality, chroma });
    return { data, quality: best.quality, score: best.score };
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Four tiles at the quarter points, or the whole of a small picture. */
function sampleTiles(width: number, height: number): Sampling {
  if (width * height <= WHOLE_PIXELS || width < TILE_SIDE || height < TILE_SIDE) {
    return { tiles: [{ x: 0, y: 0, width, height }], spots: [0] };
  }
  const at = (across: number, down: number): Tile => ({
    x: aligned((width - TILE_SIDE) * across),
    y: aligned((height - TILE_SIDE) * down),
    width: TILE_SIDE,
    height: TILE_SIDE,
  });
  const tiles = [at(0.2, 0.25), at(0.8, 0.75), at(0.7, 0.2), at(0.3, 0.8), at(0.5, 0.5)];
  return { tiles, spots: tiles.map((_, index) => index) };
}

/** Tiles start at whole blocks of JPEG with halved chroma. */
function aligned(position: number): number {
  return Math.floor(position / 16) * 16;
}
