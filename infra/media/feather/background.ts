import { mixed, type Canvas, type Light } from './canvas.ts';
import { fractal, hash } from './noise.ts';

const NIGHT: Light = [0.004, 0.013, 0.019];
const LEAF: Light = [0.012, 0.05, 0.05];
const GLOW: Light = [0.42, 0.17, 0.045];
const LAMPS: readonly Light[] = [
  [0.55, 0.24, 0.06],
  [0.42, 0.12, 0.05],
  [0.1, 0.26, 0.24],
  [0.5, 0.34, 0.14],
];

/** A garden in the evening, far out of focus. */
export function paintBackground(canvas: Canvas): void {
  const { width, height, light } = canvas;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / height];
      const cloud = fractal(u * 3 + 7, v * 3, 91, 3);
      const glow = Math.exp(-(((u - 0.86) / 0.42) ** 2 + ((v - 0.9) / 0.5) ** 2));
      const leaves = mixed(NIGHT, LEAF, cloud * 1.3 - 0.35 + (1 - v) * 0.25);
      light.set(mixed(leaves, GLOW, glow * (0.08 + cloud * 0.62)), (y * width + x) * 3);
    }
  for (let lamp = 0; lamp < 64; lamp++) paintLamp(canvas, lamp);
}

/** A point of light as a lens out of focus shows it: a disc, a little brighter at its rim. */
function paintLamp({ width, height, light }: Canvas, lamp: number): void {
  const [u, v] = [hash(lamp, 1, 5), hash(lamp, 2, 5)];
  const [x, y] = [u * width, (0.1 + 0.95 * v) * height];
  const radius = (0.018 + 0.036 * hash(lamp, 3, 5)) * width;
  const colour = LAMPS[Math.floor(hash(lamp, 4, 5) * LAMPS.length)] ?? GLOW;
  // They hang where the evening is.
  const near = Math.exp(-(((u - 0.8) / 0.4) ** 2 + ((v - 0.8) / 0.5) ** 2));
  const strength = (0.018 + 0.42 * near) * (0.25 + 0.75 * hash(lamp, 6, 5));
  for (let row = Math.max(0, Math.floor(y - radius - 3)); row < Math.min(height, y + radius + 3); row++)
    for (
      let column = Math.max(0, Math.floor(x - radius - 3));
      column < Math.min(width, x + radius + 3);
      column++
    ) {
      const away = Math.hypot(column - x, row - y) / radius;
      const inside = Math.min(1, Math.max(0, (1 - away) * radius * 0.14));
      if (inside === 0) continue;
      const share = inside * strength * (0.72 + 0.45 * away ** 6);
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++)
        light[at + channel] = (light[at + channel] ?? 0) + (colour[channel] ?? 0) * share;
    }
}
