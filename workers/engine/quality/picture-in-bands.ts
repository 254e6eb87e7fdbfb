import type { TakeBand } from '../codecs/ports/image-codec.ts';
import type { Raster } from '../base/raster.ts';
import { BlockMeansByBands, type MeansOverBackgrounds } from './metrics/block-means.ts';
import { StrokeLossesByBands, type LossesOverBackgrounds } from './metrics/lost-strokes.ts';
import type { CellsOverBackgrounds } from './metrics/stroke-cells.ts';
import { GatheredTile } from './metrics/ssimulacra2/gathered-tile.ts';
import type { Tile } from './metrics/ssimulacra2/sample-tiles.ts';
import type { Shown, VisualMeter } from './metrics/ssimulacra2/visual-meter.ts';
import { stackedParts } from './metrics/stacked-parts.ts';

/** Gathers block means, losses of strokes and measured tiles of a candidate from its bands. */
export class PictureInBands {
  private readonly reference: Raster;
  private readonly blocks: BlockMeansByBands;
  private readonly losses: StrokeLossesByBands;
  private readonly tiles: ReturnType<VisualMeter['byBands']>;
  private readonly findTile: (means: MeansOverBackgrounds) => Tile | null;
  private rows = 0;
  private fits = true;
  private found: { readonly tile: Tile; readonly part: Raster } | null = null;

  /**
   * @param strokes of the reference, over white, and over black where it is see-through
   * @param findTile says which tile is asked for once all bands went by
   */
  constructor(
    reference: Raster,
    strokes: CellsOverBackgrounds,
    meter: VisualMeter,
    findTile: (means: MeansOverBackgrounds) => Tile | null,
  ) {
    this.reference = reference;
    this.blocks = new BlockMeansByBands(
      reference,
      strokes.map(({ background }) => background),
    );
    this.losses = new StrokeLossesByBands(reference, strokes);
    this.tiles = meter.byBands();
    this.findTile = findTile;
  }

  /** @param y of the band's first row */
  add(band: Raster, y: number): void {
    const { width, height } = this.reference;
    this.rows += band.height;
    this.fits &&= band.width === width && this.rows <= height;
    if (!this.fits) return;
    this.blocks.add(band, y);
    this.losses.add(band, y);
    this.tiles.add(band, y);
    if (band.height < height) return;
    const tile = this.findTile(this.means);
    this.found = tile && { tile, part: stackedParts(band, [tile]) };
  }

  /** Whether bands of the reference's width and height went by. */
  get isComplete(): boolean {
    return this.fits && this.rows === this.reference.height;
  }

  get means(): MeansOverBackgrounds {
    return this.blocks.blocks;
  }

  get strokes(): LossesOverBackgrounds {
    return this.losses.losses;
  }

  shown(): Shown {
    return this.tiles.shown();
  }

  /** A tile of the candidate: of the one band that there was, or from the bands again. */
  async part(tile: Tile, show: (take: TakeBand) => Promise<void>): Promise<Raster> {
    if (this.found) return this.found.part;
    const part = new GatheredTile(tile);
    await show((band, y) => part.add(band, y));
    return part.whole().raster;
  }
}
