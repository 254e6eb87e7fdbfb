import type { Raster } from '../../../base/raster.ts';

/** Whether two pictures have equal samples in any layout: the optimiser stores grey and opaque pictures with fewer channels. */
export function sameSamples(a: Raster, b: Raster): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  const count = a.width * a.height;
  const [readA, readB] = [sampleReader(a), sampleReader(b)];
  for (let i = 0; i < count; i++) {
    const alpha = readA(i, 3);
    if (alpha !== readB(i, 3)) return false;
    if (alpha > 0) for (let c = 0; c < 3; c++) if (readA(i, c) !== readB(i, c)) return false;
  }
  return true;
}

function sampleReader({ data, channels }: Raster): (pixel: number, channel: number) => number {
  return (pixel, channel) => {
    if (channel === 3) return channels === 4 || channels === 2 ? data[(pixel + 1) * channels - 1]! : 255;
    return data[pixel * channels + (channels > 2 ? channel : 0)]!;
  };
}
