import type { ImageCodec } from '../../../codecs/ports/image-codec.ts';
import type { Raster } from '../../../base/raster.ts';
import { alignedSpan, type AlignedSpan } from './aligned-span.ts';
import { cropRaster, type Area } from './crop-raster.ts';
import { msSsim } from '../../../quality/metrics/ms-ssim.ts';
import { COMPARED_PIXELS, DETAIL_TILES, DETAIL_TILE_PX } from '../tuning.ts';

/**
 * Measures how much of a picture's detail a smaller copy keeps, once it is enlarged again: 1 for all of it.
 * Pictures up to a megapixel are compared as a whole, larger ones in four tiles of 512 px along the diagonal; only the
 * tiles are enlarged, so that neither time nor memory grow with the picture.
 */
export class DetailMeter {
  private readonly reference: Raster;
  private readonly codec: ImageCodec;

  constructor(reference: Raster, codec: ImageCodec) {
    this.reference = reference;
    this.codec = codec;
  }

  /** @param small the picture with fewer pixels, both sides scaled alike */
  similarity(small: Raster): Promise<number> {
    return this.compare(small, (_, area) => cropRaster(small, area));
  }

  /** {@link similarity} of the picture resized to a size, without resizing all of it. */
  async similarityAt(size: Size): Promise<number> {
    return this.compare(size, (part, { width, height }) => this.codec.resize(part, width, height));
  }

  /** @param smallPart returns an area of the smaller picture; its counterpart is `part` of the reference */
  private async compare(size: Size, smallPart: PartOf): Promise<number> {
    const { width, height } = this.reference;
    if (width * height <= DETAIL_TILES * DETAIL_TILE_PX * DETAIL_TILE_PX) {
      const small = await smallPart(this.reference, { x: 0, y: 0, width: size.width, height: size.height });
      return similarity(this.reference, await this.codec.resize(small, width, height));
    }
    let sum = 0;
    for (let index = 0; index < DETAIL_TILES; index++)
      sum += await this.tileSimilarity(size, (index + 0.5) / DETAIL_TILES, smallPart);
    return sum / DETAIL_TILES;
  }

  /** @param share place of the tile on the diagonal, 0 to 1 */
  private async tileSimilarity(size: Size, share: number, smallPart: PartOf): Promise<number> {
    const { reference, codec } = this;
    // Larger pictures are compared as if they had that many pixels.
    const scale = Math.min(1, Math.sqrt(COMPARED_PIXELS / (reference.width * reference.height)));
    const across = alignedSpan(share, reference.width, size.width, DETAIL_TILE_PX / scale);
    const down = alignedSpan(share, reference.height, size.height, DETAIL_TILE_PX / scale);
    const width = Math.round(across.length * scale);
    const height = Math.round(down.length * scale);
    const part = cropRaster(reference, areaOf(across, down, 'from', 'length'));
    const small = await smallPart(part, areaOf(across, down, 'smallFrom', 'smallLength'));
    const inner = innerArea(
      width,
      height,
      Math.round(across.margin * scale),
      Math.round(down.margin * scale),
    );
    return similarity(
      cropRaster(scale === 1 ? part : await codec.resize(part, width, height), inner),
      cropRaster(await codec.resize(small, width, height), inner),
    );
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

type PartOf = (part: Raster, area: Area) => Raster | Promise<Raster>;

function areaOf(
  across: AlignedSpan,
  down: AlignedSpan,
  from: 'from' | 'smallFrom',
  length: 'length' | 'smallLength',
): Area {
  return { x: across[from], y: down[from], width: across[length], height: down[length] };
}

/** Without the margins; a thin strip keeps at least its middle. */
function innerArea(width: number, height: number, marginX: number, marginY: number): Area {
  const x = Math.min(marginX, Math.floor((width - 1) / 2));
  const y = Math.min(marginY, Math.floor((height - 1) / 2));
  return { x, y, width: width - 2 * x, height: height - 2 * y };
}

/** @returns 1 for all of the detail of the reference; pictures with alpha are seen on white */
function similarity(reference: Raster, candidate: Raster): number {
  return msSsim(reference, candidate, { windows: 'box', background: 255 });
}
