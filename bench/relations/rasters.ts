import { hasAlpha, type Raster } from '#engine/base/raster.ts';

/** Where the sample of a pixel comes from, in the raster that is turned. */
type Source = (x: number, y: number, from: Raster) => number;

/** The one of {@link TURNS} that makes columns of rows. */
export const QUARTER_TURN = 'turned by 90°';

/** Ways to turn a picture, each undone by others of them. */
export const TURNS: Readonly<Record<string, (raster: Raster) => Raster>> = {
  mirrored: (raster) => moved(raster, raster, (x, y, { width }) => y * width + width - 1 - x),
  [QUARTER_TURN]: (raster) => turnedLeft(raster),
  'turned by 180°': (raster) =>
    moved(raster, raster, (x, y, { width, height }) => (height - y) * width - 1 - x),
};

/** A picture turned by 90°, counter-clockwise: EXIF orientation 6 shows the result as the picture was. */
export function turnedLeft(raster: Raster): Raster {
  const size = { width: raster.height, height: raster.width };
  return moved(raster, size, (x, y, { width }) => x * width + width - 1 - y);
}

/** The picture without so many pixels of its right and lower edge. */
export function trimmed(raster: Raster, right: number, bottom: number): Raster {
  const size = { width: raster.width - right, height: raster.height - bottom };
  return moved(raster, size, (x, y, { width }) => y * width + x);
}

/** The raster without an alpha channel that hides nothing. */
export function withoutOpaqueAlpha(raster: Raster): Raster {
  const { channels, data } = raster;
  if (!hasAlpha(raster)) return raster;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return raster;
  return withChannels(raster, channels === 2 ? 1 : 3);
}

/** The raster with an alpha channel that hides nothing; one with alpha stays. */
export function withOpaqueAlpha(raster: Raster): Raster {
  if (hasAlpha(raster) || raster.space === 'cmyk') return raster;
  return withChannels(raster, raster.channels === 1 ? 2 : 4);
}

function withChannels(raster: Raster, channels: Raster['channels']): Raster {
  const pixels = raster.width * raster.height;
  const data = new Uint8Array(pixels * channels).fill(255);
  const kept = Math.min(channels, raster.channels);
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let c = 0; c < kept; c++) data[pixel * channels + c] = raster.data[pixel * raster.channels + c]!;
  return { ...raster, channels, data };
}

function moved(from: Raster, { width, height }: { width: number; height: number }, source: Source): Raster {
  const { channels } = from;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = source(x, y, from) * channels;
      for (let c = 0; c < channels; c++) data[to++] = from.data[at + c]!;
    }
  return { ...from, width, height, data };
}
