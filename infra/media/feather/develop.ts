import type { Canvas } from './canvas.ts';
import { hash } from './noise.ts';

/** Strength of the grain that a sensor adds, in steps of 255. */
const GRAIN = 1.1;

/**
 * What a camera makes of light: bright places glow a little, corners are darker, highlights roll off, and there is grain.
 * @returns 8 bits a channel, three channels
 */
export function develop(canvas: Canvas): Buffer {
  const { width, height, light } = canvas;
  const glow = blurred(canvas, 22);
  const pixels = Buffer.alloc(light.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const corner = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2;
      const vignette = 1 - 0.6 * corner ** 1.3;
      const grain = (hash(x, y, 5) + hash(x, y, 6) + hash(x, y, 7) - 1.5) * 2 * GRAIN;
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel;
        const exposed = ((light[at] ?? 0) + (glow[at] ?? 0) * 0.12) * vignette * 1.35;
        pixels[at] = Math.min(255, Math.max(0, Math.round(255 * curve(exposed) + grain)));
      }
    }
  return pixels;
}

/** Filmic curve with gamma in it: J. Hejl and R. Burgess-Dawson, "Filmic tonemapping operators", GDC 2010. */
function curve(exposed: number): number {
  const above = Math.max(0, exposed - 0.004);
  return (above * (6.2 * above + 0.5)) / (above * (6.2 * above + 1.7) + 0.06);
}

/** Three passes of a box in both directions are close to a bell. */
function blurred({ width, height, light }: Canvas, radius: number): Float32Array {
  let from = Float32Array.from(light, (value) => Math.max(0, value - 0.35));
  for (let pass = 0; pass < 3; pass++) {
    from = boxed(from, height, width, width * 3, 3, radius);
    from = boxed(from, width, height, 3, width * 3, radius);
  }
  return from;
}

function boxed(
  from: Float32Array,
  lines: number,
  length: number,
  lineStride: number,
  stride: number,
  radius: number,
): Float32Array<ArrayBuffer> {
  const into = new Float32Array(from.length);
  const inside = (at: number) => Math.min(length - 1, Math.max(0, at));
  for (let line = 0; line < lines; line++)
    for (let channel = 0; channel < 3; channel++) {
      const start = line * lineStride + channel;
      const value = (at: number) => from[start + inside(at) * stride] ?? 0;
      let sum = 0;
      for (let at = -radius; at <= radius; at++) sum += value(at);
      for (let at = 0; at < length; at++) {
        into[start + at * stride] = sum / (2 * radius + 1);
        sum += value(at + radius + 1) - value(at - radius);
      }
    }
  return into;
}
