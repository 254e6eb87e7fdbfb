import type { Raster } from '#engine/base/raster.ts';
import { withCpuSeconds } from '../cpu-seconds.ts';
import { withoutOpaqueAlpha } from './rasters.ts';
import { pngOf } from './png-writings.ts';
import type { Relation, RelationContext } from './relation.ts';

/** Most that the share of the source may grow by, and CPU, when the pixels double. */
const MOST_SHARE_GROWTH = 1.25;
const MOST_CPU_GROWTH = 2.3;
/** Seconds of CPU below which a growth tells more of the machine than of the engine. */
const LEAST_CPU_S = 2;

/** Sizes of a picture, as factors of its pixels, and the pixels that the largest may have. */
const FACTORS = [0.5, 1, 2];
const MOST_PIXELS = 16e6;
/** A smaller picture is one tile: nothing of it stands for the whole. */
const LEAST_PIXELS = 0.3e6;

/** A result of one of the sizes. */
export interface Grown {
  readonly pixels: number;
  /** Bytes of the result, as a share of the source. */
  readonly share: number;
  readonly cpuS: number;
}

/** Twice the pixels of one picture take about twice the bytes and twice the work. */
export const growth: Relation = {
  name: 'growth',
  title: 'twice the pixels take about twice the bytes and the work',
  check: async (file, context) => {
    const { format, frames, space } = await context.image.probe(file);
    if (frames > 1 || space === 'cmyk' || (format !== 'png' && format !== 'jpeg' && format !== 'webp'))
      return [];
    const raster = withoutOpaqueAlpha(await context.image.decode(file));
    const grown: Grown[] = [];
    for (const factor of FACTORS) {
      const pixels = raster.width * raster.height * factor;
      if (pixels >= LEAST_PIXELS && pixels <= MOST_PIXELS)
        grown.push(await resultOf(raster, factor, format, context));
    }
    return growthFaults(grown);
  },
};

/** @param grown results of one picture, the smallest first */
export function growthFaults(grown: readonly Grown[]): string[] {
  return grown.slice(1).flatMap((large, index) => {
    const small = grown[index]!;
    const doublings = Math.log2(large.pixels / small.pixels);
    const rate = (more: number, less: number): number => (more / less) ** (1 / doublings);
    const sizes = `from ${inMegapixels(small)} to ${inMegapixels(large)} MP`;
    const isLong = large.cpuS > LEAST_CPU_S && rate(large.cpuS, small.cpuS) > MOST_CPU_GROWTH;
    return [
      ...(rate(large.share, small.share) > MOST_SHARE_GROWTH
        ? [`share ${small.share.toFixed(3)} to ${large.share.toFixed(3)} ${sizes}`]
        : []),
      ...(isLong ? [`CPU ${small.cpuS.toFixed(1)} to ${large.cpuS.toFixed(1)} s ${sizes}`] : []),
    ];
  });
}

function inMegapixels({ pixels }: Grown): string {
  return (pixels / 1e6).toFixed(1);
}

async function resultOf(
  raster: Raster,
  factor: number,
  format: 'png' | 'jpeg' | 'webp',
  { image, compress }: RelationContext,
): Promise<Grown> {
  const [width, height] = [raster.width, raster.height].map((side) =>
    Math.round(side * Math.sqrt(factor)),
  ) as [number, number];
  const picture = factor === 1 ? raster : await image.resize(raster, width, height);
  const source =
    format === 'png'
      ? pngOf(picture)
      : format === 'jpeg'
        ? await image.encodeJpeg(picture, { quality: 92, chroma: '4:2:0', effort: 'fast' })
        : await image.encodeWebp(picture, { quality: 92 });
  const { made, cpuSeconds } = await withCpuSeconds(() => compress(source));
  return { pixels: width * height, share: made.bytes.length / source.length, cpuS: cpuSeconds };
}
