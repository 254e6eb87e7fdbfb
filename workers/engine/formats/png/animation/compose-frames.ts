import { fillRegion } from '../../animation/canvas-regions.ts';
import { OPAQUE, pixelsOf, type Pixels } from '../../animation/pixels.ts';
import type { ImageCodec } from '../../../codecs/ports/image-codec.ts';
import { imageHeader, writeChunks } from '../../../containers/png/chunks.ts';
import type { Animation } from './read-animation.ts';
import { BLEND, DISPOSE, type Frame } from './read-frames.ts';

/**
 * The frames as they are displayed, each in an array of its own, the canvas's size.
 * @param onMixed called when transparent samples are drawn over others: programs round that in different ways
 * @throws EngineError "damaged" when a frame cannot be decoded
 * Source: PNG specification, third edition, 11.3.6.2 and 13.
 */
export async function* composeFrames(
  animation: Animation,
  codec: ImageCodec,
  onMixed: () => void = () => {},
): AsyncGenerator<Pixels> {
  const { width, height } = animation.header;
  let canvas = new Uint32Array(width * height);
  for (const [index, frame] of animation.frames.entries()) {
    const pixels = await decodeFrame(animation, frame, codec);
    // There is nothing to go back to before the first frame.
    const before = frame.dispose === DISPOSE.previous && index > 0 ? canvas.slice() : null;
    if (draw(canvas, width, frame, pixels)) onMixed();
    yield canvas.slice();
    if (before) canvas = before;
    else if (frame.dispose !== DISPOSE.none) fillRegion(canvas, width, frame, 0);
  }
}

/** A frame by itself, decoded as the picture that it would be. */
export async function decodeFrame(
  { header, shared }: Animation,
  { width, height, data }: Frame,
  codec: ImageCodec,
): Promise<Pixels> {
  const png = writeChunks([
    imageHeader({ ...header, width, height }),
    ...shared,
    { type: 'IDAT', data },
    { type: 'IEND', data: new Uint8Array(0) },
  ]);
  return pixelsOf(await codec.decode(png));
}

/** @returns whether transparent samples were mixed with others */
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
