import type { ImageCodec } from '../../codecs/ports/image-codec.ts';
import { StillJudge, type QualityScore } from '../../quality/judge.ts';
import { wholeSampling, type Tile } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import type { Raster } from '../../base/raster.ts';
import { stackedParts } from '../../quality/metrics/stacked-parts.ts';
import { VIEWED_TILE_SIDE_PX } from '../../quality/thresholds.ts';
import { PROBE_PLACES, VIEW_DPI } from './tuning.ts';

interface ProbeParts {
  readonly picture: Raster;
  /** The picture, or three tiles of it under each other. */
  readonly raster: Raster;
  /** That as it is viewed. */
  readonly reference: Raster;
  readonly view: number;
}

/** The part of a picture that is encoded on trial, and how trials and results are judged: at the resolution of reading. */
export class ViewedProbe {
  /** The picture, or three tiles of it under each other. */
  readonly raster: Raster;
  readonly isWhole: boolean;
  /** Factor from the picture's pixels to those of a viewer, at most 1. */
  readonly view: number;
  /** Of the picture's pixels, those of the probe. */
  readonly share: number;
  private readonly picture: Raster;
  private readonly image: ImageCodec;
  private readonly reference: Raster;
  private readonly judge: StillJudge;
  /** Judges all of the picture as it is viewed, once it is asked for. */
  private wholeJudge: StillJudge | undefined;

  private constructor(image: ImageCodec, { picture, raster, reference, view }: ProbeParts) {
    this.picture = picture;
    this.raster = raster;
    this.isWhole = raster === picture;
    this.view = view;
    this.share = (raster.width * raster.height) / (picture.width * picture.height);
    this.image = image;
    this.reference = reference;
    this.judge = new StillJudge(reference, { floor: 0, as: 'page', sampling: wholeSampling(reference) });
  }

  /** @param dpi effective resolution of the raster; undefined measures its pixels as they are */
  static async of(picture: Raster, dpi: number | undefined, image: ImageCodec): Promise<ViewedProbe> {
    const view = dpi === undefined ? 1 : Math.min(1, VIEW_DPI / dpi);
    const tiles = sampleTiles(picture, view);
    const raster = tiles ? stackedParts(picture, tiles) : picture;
    const reference = await viewed(raster, view, image);
    return new ViewedProbe(image, { picture, raster, reference, view });
  }

  /** Visual score of an encoding of the probe. */
  async score(jpeg: Uint8Array): Promise<number> {
    return this.scoreRaster(await this.image.decode(jpeg));
  }

  /**
   * Judges an encoding of the whole picture: trials on the probe miss the colours of its areas and its worst tile.
   * @param floor lowest score of the picture's own pixels, one for all of its encodings
   */
  async judgeWhole(jpeg: Uint8Array, floor: number): Promise<QualityScore> {
    const { view, image } = this;
    this.wholeJudge ??= await this.judgeOfWhole(floor);
    const shown = await viewed(await image.decode(jpeg), view, image);
    return this.wholeJudge.judge(shown, { known: 100, isLast: true });
  }

  private async judgeOfWhole(floor: number): Promise<StillJudge> {
    const { picture, reference, view, image } = this;
    const whole = this.isWhole ? reference : await viewed(picture, view, image);
    const sampling = this.isWhole ? wholeSampling(whole) : { spots: [], cover: [] };
    return new StillJudge(whole, { floor, as: 'page', sampling, viewScale: view });
  }

  /** Score of a render of the probe. */
  async scoreRaster(render: Raster): Promise<number> {
    return this.judge.trial(await viewed(render, this.view, this.image));
  }
}

function viewed(raster: Raster, view: number, image: ImageCodec): Promise<Raster> {
  if (view === 1) return Promise.resolve(raster);
  return image.resize(raster, scaled(raster.width, view), scaled(raster.height, view));
}

function scaled(px: number, scale: number): number {
  return Math.max(1, Math.round(px * scale));
}

/** Three tiles spread over the picture, or undefined when it is little larger than they are. */
function sampleTiles({ width, height }: Raster, view: number): readonly Tile[] | undefined {
  // Tiles start and end at whole blocks of JPEG with halved chroma.
  const side = Math.round(VIEWED_TILE_SIDE_PX / view / 16) * 16;
  if (width < side || height < side || width * height <= side * side * 4) return undefined;
  const at = (across: number, down: number): Tile => ({
    x: Math.floor(((width - side) * across) / 16) * 16,
    y: Math.floor(((height - side) * down) / 16) * 16,
    width: side,
    height: side,
  });
  return PROBE_PLACES.map(([across, down]) => at(across, down));
}
