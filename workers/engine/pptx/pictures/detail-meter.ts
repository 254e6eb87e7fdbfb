import type { ImageCodec } from '../../codecs/image-codec.ts';
import type { Raster } from '../../raster.ts';
import { cropRaster, type Area } from './crop-raster.ts';
import { structureSimilarity } from './structure-similarity.ts';

/**
 * Tells how much of a picture's detail a smaller copy still has, once it is enlarged again: 1 for all of it.
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

  /** @param shown the picture with fewer pixels, both sides scaled alike */
  similarity(shown: Raster): Promise<number> {
    return this.compare(shown, (_, area) => cropRaster(shown, area));
  }

  /** What {@link similarity} would say of the picture resized to a size, without resizing all of it. */
  async similarityAt(size: Size): Promise<number> {
    return this.compare(size, (part, { width, height }) => this.codec.resize(part, width, height));
  }

  /** @param shownPart gives an area of the smaller picture, whose counterpart is `part` of the reference */
  private async compare(size: Size, shownPart: PartOf): Promise<number> {
    const { width, height } = this.reference;
    if (width * height <= TILES * TILE * TILE) {
      const shown = await shownPart(this.reference, { x: 0, y: 0, width: size.width, height: size.height });
      return structureSimilarity(this.reference, await this.codec.resize(shown, width, height));
    }
    let sum = 0;
    for (let index = 0; index < TILES; index++)
      sum += await this.tileSimilarity(size, (index + 0.5) / TILES, shownPart);
    return sum / TILES;
  }

  /** @param share place of the tile on the diagonal, 0 to 1 */
  private async tileSimilarity(size: Size, share: number, shownPart: PartOf): Promise<number> {
    const { reference, codec } = this;
    // Larger pictures are judged as if they had that many pixels.
    const scale = Math.min(1, Math.sqrt(COMPARED_PIXELS / (reference.width * reference.height)));
    const across = spanAt(share, reference.width, size.width, TILE / scale);
    const down = spanAt(share, reference.height, size.height, TILE / scale);
    const width = Math.round(across.length * scale);
    const height = Math.round(down.length * scale);
    const part = cropRaster(reference, areaOf(across, down, 'from', 'length'));
    const shown = await shownPart(part, areaOf(across, down, 'shownFrom', 'shownLength'));
    const inner = innerArea(
      width,
      height,
      Math.round(across.margin * scale),
      Math.round(down.margin * scale),
    );
    return structureSimilarity(
      cropRaster(scale === 1 ? part : await codec.resize(part, width, height), inner),
      cropRaster(await codec.resize(shown, width, height), inner),
    );
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

type PartOf = (part: Raster, area: Area) => Raster | Promise<Raster>;

const TILE = 512;
const TILES = 4;
const COMPARED_PIXELS = 12_000_000;

/** The same stretch of one axis in both pictures, px. */
interface Span {
  readonly from: number;
  readonly length: number;
  readonly shownFrom: number;
  readonly shownLength: number;
  /** Px of the reference that the enlarging filter reaches beyond a cut. */
  readonly margin: number;
}

/**
 * A stretch that begins and ends on whole pixels of both pictures, near enough: off by a hundredth of a pixel, as some
 * pixel nearby always fits.
 */
function spanAt(share: number, full: number, shown: number, wanted: number): Span {
  const scale = shown / full;
  const margin = Math.ceil(KERNEL_REACH / scale);
  const start = Math.max(0, share * (full - wanted) - margin);
  const from = alignedTo(start, full, shown);
  const to = alignedTo(start + wanted + 2 * margin, full, shown);
  const shownFrom = Math.round(from * scale);
  return {
    from,
    length: to - from,
    shownFrom,
    shownLength: Math.max(1, Math.round(to * scale) - shownFrom),
    margin,
  };
}

/** Lanczos 3. */
const KERNEL_REACH = 3;
/** Pixels of the smaller picture that are looked at for one that fits. */
const ALIGNING_REACH = 32;

/** The place near `position` on the full axis that falls best between two pixels of both axes. */
function alignedTo(position: number, full: number, shown: number): number {
  const scale = shown / full;
  const near = Math.round(position * scale);
  if (near <= 0) return 0;
  if (near >= shown) return full;
  let best = near;
  let error = Infinity;
  for (let at = Math.max(1, near - ALIGNING_REACH); at <= Math.min(shown - 1, near + ALIGNING_REACH); at++) {
    const off = Math.abs(at / scale - Math.round(at / scale));
    if (off >= error - 1e-9) continue;
    best = at;
    error = off;
  }
  return Math.round(best / scale);
}

function areaOf(
  across: Span,
  down: Span,
  from: 'from' | 'shownFrom',
  length: 'length' | 'shownLength',
): Area {
  return { x: across[from], y: down[from], width: across[length], height: down[length] };
}

/** Without the margins; a thin strip keeps at least its middle. */
function innerArea(width: number, height: number, marginX: number, marginY: number): Area {
  const x = Math.min(marginX, Math.floor((width - 1) / 2));
  const y = Math.min(marginY, Math.floor((height - 1) / 2));
  return { x, y, width: width - 2 * x, height: height - 2 * y };
}
