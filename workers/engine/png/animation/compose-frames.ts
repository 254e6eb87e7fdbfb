import type { ImageCodec } from '../../codecs/image-codec.ts';
import type { Raster } from '../../raster.ts';
import { writeChunks } from '../chunks.ts';
import { BLEND, DISPOSE, type Animation, type Frame, type Region } from './read-animation.ts';

/** A picture as one number a pixel: red in the lowest byte, alpha in the highest, 0 where nothing shows. */
export type Pixels = Uint32Array;

/** What a frame's samples are turned into. */
export type Colour = 'stored' | 'srgb';

/**
 * The frames as they are shown, each in an array of its own, the canvas's size.
 * @param onMixed told when see-through samples are drawn over others: programs round that in different ways
 * @throws EngineError "damaged" when a frame cannot be decoded
 * Source: PNG specification, third edition, 11.3.6.2 and 13.
 */
export async function* composedFrames(
  animation: Animation,
  codec: ImageCodec,
  colour: Colour = 'stored',
  onMixed: () => void = () => {},
): AsyncGenerator<Pixels> {
  const { width, height } = animation.header;
  let canvas = new Uint32Array(width * height);
  for (const [index, frame] of animation.frames.entries()) {
    const pixels = await decodeFrame(animation, frame, codec, colour);
    // There is nothing to go back to before the first frame.
    const before = frame.dispose === DISPOSE.previous && index > 0 ? canvas.slice() : null;
    if (draw(canvas, width, frame, pixels)) onMixed();
    yield canvas.slice();
    if (before) canvas = before;
    else if (frame.dispose !== DISPOSE.none) clear(canvas, width, frame, 0);
  }
}

/** A frame by itself, decoded as the picture that it would be. */
export async function decodeFrame(
  { header, shared }: Animation,
  frame: Frame,
  codec: ImageCodec,
  colour: Colour,
): Promise<Pixels> {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, frame.width);
  view.setUint32(4, frame.height);
  head.set([header.depth, header.colourType, 0, 0, header.isInterlaced ? 1 : 0], 8);
  const png = writeChunks([
    { type: 'IHDR', data: head },
    ...shared.filter(({ type }) => type !== 'iCCP' || colour === 'srgb'),
    { type: 'IDAT', data: frame.data },
    { type: 'IEND', data: new Uint8Array(0) },
  ]);
  return pixelsOf(await codec.decode(png, { colour }));
}

/** A raster as pixels. */
export function pixelsOf({ data, channels, width, height }: Raster): Pixels {
  const pixels = new Uint32Array(width * height);
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const hasAlpha = channels % 2 === 0;
  for (let i = 0, at = 0; i < pixels.length; i++, at += channels) {
    const alpha = hasAlpha ? data[at + channels - 1]! : 255;
    if (alpha > 0)
      pixels[i] = (data[at]! | (data[at + green]! << 8) | (data[at + blue]! << 16) | (alpha << 24)) >>> 0;
  }
  return pixels;
}

/** Pixels as a raster: RGB, or RGBA where something is not opaque. */
export function rasterOfPixels(pixels: Pixels, width: number, height: number): Raster {
  const channels = pixels.every((pixel) => pixel >= OPAQUE) ? 3 : 4;
  const data = new Uint8Array(pixels.length * channels);
  for (let i = 0, at = 0; i < pixels.length; i++, at += channels) {
    const pixel = pixels[i]!;
    data[at] = pixel & 255;
    data[at + 1] = (pixel >>> 8) & 255;
    data[at + 2] = (pixel >>> 16) & 255;
    if (channels === 4) data[at + 3] = pixel >>> 24;
  }
  return { width, height, channels, space: 'rgb', data };
}

/** From here on pixels are opaque. */
export const OPAQUE = 0xff000000;

/** @returns whether see-through samples were mixed with others */
function draw(canvas: Pixels, canvasWidth: number, frame: Frame, pixels: Pixels): boolean {
  const { x, y, width, height, blend } = frame;
  let isMixed = false;
  for (let row = 0; row < height; row++) {
    const from = row * width;
    const to = (y + row) * canvasWidth + x;
    if (blend === BLEND.source) {
      canvas.set(pixels.subarray(from, from + width), to);
      continue;
    }
    for (let i = 0; i < width; i++) {
      const pixel = pixels[from + i]!;
      if (pixel >= OPAQUE || canvas[to + i] === 0) canvas[to + i] = pixel;
      else if (pixel !== 0) {
        canvas[to + i] = over(pixel, canvas[to + i]!);
        isMixed = true;
      }
    }
  }
  return isMixed;
}

function over(front: number, back: number): number {
  const share = front >>> 24;
  const rest = ((back >>> 24) * (255 - share)) / 255;
  const alpha = share + rest;
  let result = Math.round(alpha) << 24;
  for (let shift = 0; shift < 24; shift += 8) {
    const mixed = (((front >>> shift) & 255) * share + ((back >>> shift) & 255) * rest) / alpha;
    result |= Math.round(mixed) << shift;
  }
  return result >>> 0;
}

/** Fills a region of a canvas with one value. */
export function clear(
  canvas: Uint32Array,
  canvasWidth: number,
  { x, y, width, height }: Region,
  value: number,
): void {
  for (let row = y; row < y + height; row++)
    canvas.fill(value, row * canvasWidth + x, row * canvasWidth + x + width);
}
