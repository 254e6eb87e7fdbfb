import type { Raster } from '../../../base/raster.ts';

/** The picture without its alpha channel where every pixel is opaque; else the picture itself. */
export function dropOpaqueAlpha(raster: Raster): Raster {
  const { data, channels, width, height } = raster;
  if (channels % 2 === 1 || raster.space === 'cmyk') return raster;
  for (let i = channels - 1; i < data.length; i += channels) if (data[i] !== 255) return raster;
  const fewer = (channels - 1) as 1 | 3;
  const opaque = new Uint8Array(width * height * fewer);
  if (fewer === 1) for (let to = 0; to < opaque.length; to++) opaque[to] = data[2 * to]!;
  else
    for (let from = 0, to = 0; to < opaque.length; from += 4, to += 3) {
      opaque[to] = data[from]!;
      opaque[to + 1] = data[from + 1]!;
      opaque[to + 2] = data[from + 2]!;
    }
  return { ...raster, channels: fewer, data: opaque };
}
