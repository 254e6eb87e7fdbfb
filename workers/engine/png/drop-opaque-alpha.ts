import type { Raster } from '../raster.ts';

/** The picture without its alpha channel where every pixel is opaque; else the picture itself. */
export function dropOpaqueAlpha(raster: Raster): Raster {
  const { data, channels, width, height } = raster;
  if (channels % 2 === 1 || raster.space === 'cmyk') return raster;
  for (let i = channels - 1; i < data.length; i += channels) if (data[i] !== 255) return raster;
  const fewer = (channels - 1) as 1 | 3;
  const opaque = new Uint8Array(width * height * fewer);
  for (let from = 0, to = 0; to < opaque.length; from += channels)
    for (let c = 0; c < fewer; c++) opaque[to++] = data[from + c]!;
  return { ...raster, channels: fewer, data: opaque };
}
