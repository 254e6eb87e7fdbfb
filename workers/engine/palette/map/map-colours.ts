import type { Raster } from '../../base/raster.ts';
import { releaseBytes } from '../../base/release-raster.ts';
import { isOpaquePalette } from './indexed-picture.ts';
import type { MapOptions, MappedPixels } from './map-options.ts';
import { PaletteMapper } from './palette-mapper.ts';
import { LARGE_PIXELS } from '../tuning.ts';

/**
 * Maps a picture to a palette with an eye on what packs well: of the colours near enough it takes the one that goes on
 * with the run or the row above; error diffusion makes up for it nearby.
 * One mapper serves many options: without diffusion the nearest colours are found once, but for large pictures, whose memory they take.
 */
export class ColourMapper {
  private readonly pixels: MappedPixels;
  private readonly mapper: PaletteMapper;
  private nearest: Uint8Array | null = null;

  /**
   * @param raster RGB, RGBA or grey, 8 bits
   * @param palette RGBA, at most 256 colours
   */
  constructor(raster: Raster, palette: Uint8Array) {
    this.pixels = { channels: raster.channels, data: raster.data, keepsOpaque: false };
    const isOpaque = raster.channels % 2 === 1 && isOpaquePalette(palette);
    this.mapper = new PaletteMapper(palette, isOpaque, raster.width);
  }

  /** @returns one index a pixel, in an array of its own */
  map(options: MapOptions): Uint8Array {
    if (options.dither > 0) return this.mapper.diffused(this.pixels, options);
    const nearest = this.nearestIndexes();
    const isKept = nearest.length <= LARGE_PIXELS;
    if (!isKept) this.nearest = null;
    const indexes = isKept ? nearest.slice() : nearest;
    return options.lambda > 0 ? this.mapper.byCost(this.pixels, indexes, options) : indexes;
  }

  /** Frees what is kept for further options. */
  release(): void {
    if (this.nearest) releaseBytes(this.nearest);
    this.nearest = null;
  }

  /** The nearest colour of each pixel; shared, so not to be written to. */
  nearestIndexes(): Uint8Array {
    return (this.nearest ??= this.mapper.nearest(this.pixels));
  }
}
